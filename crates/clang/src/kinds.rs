//! The names that clang gives to nodes, conversions and attributes. A name that is not here is an error
//! at its place, never skipped.

macro_rules! names {
    ($(#[$doc:meta])* $visibility:vis enum $name:ident { $($variant:ident)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs, clippy::enum_variant_names)]
        $visibility enum $name { $($variant,)* }

        impl $name {
            /// The one with a name of clang's.
            $visibility fn of(name: &str) -> Option<Self> {
                match name {
                    $(stringify!($variant) => Some($name::$variant),)*
                    _ => None,
                }
            }

            /// Clang's name.
            #[allow(dead_code)]
            $visibility fn name(self) -> &'static str {
                match self {
                    $($name::$variant => stringify!($variant),)*
                }
            }
        }
    };
}

names! {
    /// Statements and expressions.
    pub(crate) enum NodeKind {
        AddrLabelExpr
        ArrayInitIndexExpr
        ArrayInitLoopExpr
        ArraySubscriptExpr
        ArrayTypeTraitExpr
        AsTypeExpr
        AtomicExpr
        AttributedStmt
        BinaryConditionalOperator
        BinaryOperator
        BreakStmt
        BuiltinBitCastExpr
        CStyleCastExpr
        CUDAKernelCallExpr
        CXXAddrspaceCastExpr
        CXXBindTemporaryExpr
        CXXBoolLiteralExpr
        CXXCatchStmt
        CXXConstCastExpr
        CXXConstructExpr
        CXXDefaultArgExpr
        CXXDefaultInitExpr
        CXXDeleteExpr
        CXXDependentScopeMemberExpr
        CXXDynamicCastExpr
        CXXFoldExpr
        CXXForRangeStmt
        CXXFunctionalCastExpr
        CXXInheritedCtorInitExpr
        CXXMemberCallExpr
        CXXNewExpr
        CXXNoexceptExpr
        CXXNullPtrLiteralExpr
        CXXOperatorCallExpr
        CXXParenListInitExpr
        CXXPseudoDestructorExpr
        CXXReinterpretCastExpr
        CXXRewrittenBinaryOperator
        CXXScalarValueInitExpr
        CXXStaticCastExpr
        CXXStdInitializerListExpr
        CXXTemporaryObjectExpr
        CXXThisExpr
        CXXThrowExpr
        CXXTryStmt
        CXXTypeidExpr
        CXXUnresolvedConstructExpr
        CallExpr
        CaseStmt
        CharacterLiteral
        ChooseExpr
        CompoundAssignOperator
        CompoundLiteralExpr
        CompoundStmt
        ConceptSpecializationExpr
        ConditionalOperator
        ConstantExpr
        ContinueStmt
        ConvertVectorExpr
        DeclRefExpr
        DeclStmt
        DefaultStmt
        DependentScopeDeclRefExpr
        DesignatedInitExpr
        DoStmt
        ExprWithCleanups
        ExtVectorElementExpr
        FloatingLiteral
        ForStmt
        FunctionParmPackExpr
        GCCAsmStmt
        GNUNullExpr
        GenericSelectionExpr
        GotoStmt
        IfStmt
        ImaginaryLiteral
        ImplicitCastExpr
        ImplicitValueInitExpr
        IndirectGotoStmt
        InitListExpr
        IntegerLiteral
        LabelStmt
        LambdaExpr
        MaterializeTemporaryExpr
        MatrixSubscriptExpr
        MemberExpr
        NoInitExpr
        NullStmt
        OffsetOfExpr
        OpaqueValueExpr
        PackExpansionExpr
        PackIndexingExpr
        ParenExpr
        ParenListExpr
        PredefinedExpr
        PseudoObjectExpr
        RecoveryExpr
        RequiresExpr
        ReturnStmt
        ShuffleVectorExpr
        SizeOfPackExpr
        SourceLocExpr
        StmtExpr
        StringLiteral
        SubstNonTypeTemplateParmExpr
        SubstNonTypeTemplateParmPackExpr
        SwitchStmt
        TypeTraitExpr
        UnaryExprOrTypeTraitExpr
        UnaryOperator
        UnresolvedLookupExpr
        UnresolvedMemberExpr
        UserDefinedLiteral
        VAArgExpr
        WhileStmt
    }
}

names! {
    /// Declarations.
    pub(crate) enum DeclKind {
        AccessSpecDecl
        BindingDecl
        BuiltinTemplateDecl
        CXXConstructorDecl
        CXXConversionDecl
        CXXDeductionGuideDecl
        CXXDestructorDecl
        CXXMethodDecl
        CXXRecordDecl
        ClassTemplateDecl
        ClassTemplatePartialSpecializationDecl
        ClassTemplateSpecializationDecl
        ConceptDecl
        ConstructorUsingShadowDecl
        DecompositionDecl
        EmptyDecl
        EnumConstantDecl
        EnumDecl
        ExternCContextDecl
        FieldDecl
        FileScopeAsmDecl
        FriendDecl
        FunctionDecl
        FunctionTemplateDecl
        ImplicitConceptSpecializationDecl
        IndirectFieldDecl
        LabelDecl
        LinkageSpecDecl
        NamespaceAliasDecl
        NamespaceDecl
        NonTypeTemplateParmDecl
        ParmVarDecl
        PragmaCommentDecl
        RecordDecl
        StaticAssertDecl
        TemplateTemplateParmDecl
        TemplateTypeParmDecl
        TopLevelStmtDecl
        TranslationUnitDecl
        TypeAliasDecl
        TypeAliasTemplateDecl
        TypedefDecl
        UnresolvedUsingTypenameDecl
        UnresolvedUsingValueDecl
        UsingDecl
        UsingDirectiveDecl
        UsingEnumDecl
        UsingShadowDecl
        VarDecl
        VarTemplateDecl
        VarTemplatePartialSpecializationDecl
        VarTemplateSpecializationDecl
    }
}

names! {
    /// What a conversion does; clang's own names.
    pub enum CastKind {
        AddressSpaceConversion
        ArrayToPointerDecay
        AtomicToNonAtomic
        BaseToDerived
        BitCast
        BooleanToSignedIntegral
        BuiltinFnToFnPtr
        ConstructorConversion
        DerivedToBase
        DerivedToBaseMemberPointer
        Dynamic
        FixedPointCast
        FixedPointToBoolean
        FixedPointToFloating
        FixedPointToIntegral
        FloatingCast
        FloatingComplexCast
        FloatingComplexToBoolean
        FloatingComplexToIntegralComplex
        FloatingComplexToReal
        FloatingRealToComplex
        FloatingToBoolean
        FloatingToFixedPoint
        FloatingToIntegral
        FunctionToPointerDecay
        IntToOCLSampler
        IntegralCast
        IntegralComplexCast
        IntegralComplexToBoolean
        IntegralComplexToFloatingComplex
        IntegralComplexToReal
        IntegralRealToComplex
        IntegralToBoolean
        IntegralToFixedPoint
        IntegralToFloating
        IntegralToPointer
        LValueBitCast
        LValueToRValue
        LValueToRValueBitCast
        MatrixCast
        MemberPointerToBoolean
        NoOp
        NonAtomicToAtomic
        NullToMemberPointer
        NullToPointer
        PointerToBoolean
        PointerToIntegral
        ReinterpretMemberPointer
        ToUnion
        ToVoid
        UncheckedDerivedToBase
        UserDefinedConversion
        VectorSplat
        ZeroToOCLOpaqueType
    }
}

names! {
    /// Attributes; clang's own names.
    pub enum AttributeKind {
        AbiTagAttr
        AlignedAttr
        AllocSizeAttr
        AlwaysInlineAttr
        AnnotateAttr
        AsmLabelAttr
        AssumeAlignedAttr
        BuiltinAliasAttr
        BuiltinAttr
        CUDAConstantAttr
        CUDADeviceAttr
        CUDAGlobalAttr
        CUDAGridConstantAttr
        CUDAHostAttr
        CUDALaunchBoundsAttr
        CUDASharedAttr
        C11NoReturnAttr
        CXX11NoReturnAttr
        CodeAlignAttr
        ColdAttr
        CommonAttr
        ConstAttr
        ConvergentAttr
        DLLExportAttr
        DLLImportAttr
        DeprecatedAttr
        DeviceKernelAttr
        DiagnoseIfAttr
        EnableIfAttr
        ErrorAttr
        ExcludeFromExplicitInstantiationAttr
        FallThroughAttr
        FinalAttr
        FlattenAttr
        FormatAttr
        GNUInlineAttr
        HIPManagedAttr
        HotAttr
        IntelReqdSubGroupSizeAttr
        LifetimeBoundAttr
        LikelyAttr
        LoopHintAttr
        MaxFieldAlignmentAttr
        MayAliasAttr
        MinSizeAttr
        ModeAttr
        NVPTXKernelAttr
        NoBuiltinAttr
        NoConvergentAttr
        NoDebugAttr
        NoDuplicateAttr
        NoEscapeAttr
        NoInlineAttr
        NoThrowAttr
        NonNullAttr
        OpenCLAccessAttr
        OpenCLConstantAddressSpaceAttr
        OpenCLGenericAddressSpaceAttr
        OpenCLGlobalAddressSpaceAttr
        OpenCLIntelReqdSubGroupSizeAttr
        OpenCLKernelAttr
        OpenCLLocalAddressSpaceAttr
        OpenCLPrivateAddressSpaceAttr
        OpenCLUnrollHintAttr
        OptimizeNoneAttr
        OverloadableAttr
        OverrideAttr
        OwnerAttr
        PackedAttr
        PointerAttr
        PragmaClangBSSSectionAttr
        PureAttr
        ReqdWorkGroupSizeAttr
        RestrictAttr
        ReturnsNonNullAttr
        SectionAttr
        StrictFPAttr
        TargetAttr
        TransparentUnionAttr
        TypeVisibilityAttr
        UnavailableAttr
        UnlikelyAttr
        UnusedAttr
        UsedAttr
        UsingIfExistsAttr
        VecTypeHintAttr
        VectorSizeAttr
        VisibilityAttr
        WarnUnusedResultAttr
        WeakAttr
        WorkGroupSizeHintAttr
    }
}

impl NodeKind {
    /// Whether it only occurs in a template that is not an instance.
    pub(crate) fn dependent(self) -> bool {
        matches!(
            self,
            NodeKind::CXXDependentScopeMemberExpr
                | NodeKind::CXXFoldExpr
                | NodeKind::CXXUnresolvedConstructExpr
                | NodeKind::DependentScopeDeclRefExpr
                | NodeKind::PackExpansionExpr
                | NodeKind::ParenListExpr
                | NodeKind::UnresolvedLookupExpr
                | NodeKind::UnresolvedMemberExpr
        )
    }
}
