//! What `explain` says about the codes of linearization.

use text::code::Code;
use text::diagnostics::CodeInfo;

/// The codes of linearization. Each example gives its code when its directive is carried out.
pub const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: Code::A401,
        title: "extents not shown",
        text: "The matrix is not shown to have the given extents, where the method begins or where \
               the matrix is made. With other extents its elements would be at other places of the \
               array, or two of them at one. State the extents in the precondition, by `\\matrix` \
               or by the lengths.",
        example: "gpuopt matrix_lin m R 3 2;\ncontext \\matrix(m, 2, 3);\n\
                  context Perm(m[0][0], write);\nvoid m(int[][] m) {\n  m[0][0] = 1;\n}\n",
    },
    CodeInfo {
        code: Code::A402,
        title: "no matrix of that name",
        text: "The directive names something that is not declared here, or is no matrix. A matrix is a \
               variable of type `T[][]`.",
        example: "gpuopt matrix_lin a R 2 2;\nrequires a != null;\nvoid m(int[] a) {\n}\n",
    },
    CodeInfo {
        code: Code::A403,
        title: "not rectangular",
        text: "Only a matrix whose rows all have the same length can be laid out in one array: \
               declared as `T[][]`, made by `new T[rows][columns]`.",
        example: "gpuopt matrix_lin m R 2 2;\ncontext m == null;\nvoid m(int[][][] m) {\n}\n",
    },
    CodeInfo {
        code: Code::A404,
        title: "row used by itself",
        text: "The program passes on, assigns, keeps in a variable or compares a row. After the \
               step there are no rows any more. Express with elements what the row is needed for.",
        example: "gpuopt matrix_lin m R 2 2;\ncontext \\matrix(m, 2, 2);\nvoid m(int[][] m) {\n  \
                  int[] row = m[0];\n}\n",
    },
    CodeInfo {
        code: Code::A405,
        title: "matrix used as a whole",
        text: "The program assigns, returns or compares the matrix, or uses it in another way than \
               by its elements, its lengths, a null test, an allocation or as the argument of a \
               call. The step cannot follow what the matrix is there.",
        example: "gpuopt matrix_lin m R 2 2;\ncontext \\matrix(m, 2, 2);\nvoid m(int[][] m, int[][] k) {\n  \
                  k = m;\n}\n",
    },
    CodeInfo {
        code: Code::A406,
        title: "extents not known",
        text: "No extents were given for the matrix, and neither `\\matrix`, nor clauses about lengths, \
               nor an allocation tells them; or those of a matrix it is passed to cannot be found.",
        example: "//:: alpinist --linearize m:row\ncontext m != null;\nvoid m(int[][] m) {\n}\n",
    },
    CodeInfo {
        code: Code::A407,
        title: "extent that changes",
        text: "An extent is assigned in the method, or a field outside the constructor. An element would \
               then be at another place of the array than before.",
        example: "gpuopt matrix_lin m R n 2;\ncontext \\matrix(m, n, 2);\nvoid m(int[][] m, int n) {\n  \
                  n = n + 1;\n}\n",
    },
    CodeInfo {
        code: Code::A408,
        title: "extent out of scope",
        text: "An extent cannot be written at a mention of the matrix: its name is not in scope \
               there, means something else, or it is no arithmetic of numbers, variables, lengths \
               and fields of the matrix's object.",
        example: "gpuopt matrix_lin m R n 2;\nrequires n > 0;\ncontext \\matrix(m, n, 2);\n\
                  context Perm(m[0][0], write);\n\
                  ensures (\\forall int n = 0 .. 1; m[n][0] == \\old(m[n][0]));\nvoid m(int[][] m, int n) {\n}\n",
    },
    CodeInfo {
        code: Code::A409,
        title: "caller or callee left out",
        text: "The matrix is passed to something that would not change with it: a method without a \
               body, or one that could be mistaken for another after the step. Or a call passes \
               something that does not become an array.",
        example: "gpuopt matrix_lin m R 2 2;\ncontext \\matrix(m, 2, 2);\nvoid m(int[][] m) {\n  \
                  f(m);\n}\ncontext \\matrix(k, 2, 2);\nvoid f(int[][] k);\n",
    },
    CodeInfo {
        code: Code::A410,
        title: "extents differ where it is passed on",
        text: "A matrix is passed to a parameter that is not shown to have the same extents, so that its \
               elements would be looked for at other places; or two matrices that are passed on \
               are asked for in different orders.",
        example: "gpuopt matrix_lin m R 2 2;\ncontext \\matrix(m, 2, 2);\nvoid m(int[][] m) {\n  \
                  f(m);\n}\ngpuopt matrix_lin k C 2 2;\ncontext \\matrix(k, 2, 2);\n\
                  void f(int[][] k) {\n}\n",
    },
    CodeInfo {
        code: Code::A411,
        title: "index with an effect",
        text: "An index or size, or the object of the matrix, changes a variable or calls a method \
               that may. Column by column the indices are evaluated in the other order, and \
               clauses about a row or a length alone are removed, so the effect would come at \
               another time or not at all.",
        example: "gpuopt matrix_lin m C 2 2;\ncontext \\matrix(m, 2, 2);\n\
                  context Perm(m[0][0], write);\nvoid m(int[][] m) {\n  int i = 0;\n  \
                  m[i++][0] = 1;\n}\n",
    },
    CodeInfo {
        code: Code::A412,
        title: "rows not shown to differ",
        text: "Two rows of the matrix may be one array. Writing to one would then change the \
               other, which it does not once they lie one behind the other. `\\matrix` says that \
               they differ, and so does the permission `write` to all elements.",
        example: "gpuopt matrix_lin m R 2 2;\ncontext m != null && m.length == 2 ** Perm(m[*], 1\\2);\n\
                  context m[0] != null && m[0].length == 2 && m[1] != null && m[1].length == 2;\n\
                  context (\\forall int i = 0 .. 2; m[i] != null && m[i].length == 2);\n\
                  context Perm(m[0][0], write);\nvoid m(int[][] m) {\n  m[0][0] = 1;\n}\n",
    },
    CodeInfo {
        code: Code::A413,
        title: "index not shown in range",
        text: "An element is used that is not shown to be one of the matrix. Beyond the end of a row \
               lies nothing, beyond its place in the array the next row.",
        example: "gpuopt matrix_lin m R 2 2;\ncontext \\matrix(m, 2, 2);\n\
                  context Perm(m[0][0], write);\nvoid m(int[][] m) {\n  m[0][2] = 1;\n}\n",
    },
    CodeInfo {
        code: Code::A414,
        title: "declaration of several names",
        text: "The matrix is declared together with another variable, or twice, so that its type cannot \
               be changed alone.",
        example: "gpuopt matrix_lin m R 2 2;\nvoid m() {\n  int[][] m = new int[2][2], k;\n}\n",
    },
    CodeInfo {
        code: Code::A415,
        title: "the condition of the step is unknown",
        text: "Whether the matrix can be laid out in an array could not be decided: a limit was reached, \
               the solver failed, or the method uses something that cannot be verified yet. The \
               message says which.",
        example: "gpuopt matrix_lin m R rows cols;\ncontext_everywhere 0 <= rows && 0 <= cols;\ncontext \\matrix(m, rows, cols);\ncontext (\\forall* int r = 0 .. rows, int c = 0 .. cols; Perm(m[r][c], write));\nvoid fill(int rows, int cols, int[][] m) {\n  boolean b = {: rows, cols :} == 1;\n  par (int r = 0 .. rows, int c = 0 .. cols)\n    context \\matrix(m, rows, cols);\n    context Perm(m[r][c], write);\n  {\n    m[r][c] = 0;\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A416,
        title: "extents trusted",
        text: "Under `--profile vercors-1.4` the step believes the extents of a matrix, as the \
               published tool did, even where they are wrong: its example of a transpose gives the \
               wrong ones for one matrix. In the default profile the step proves them.",
        example: "//:: alpinist --profile vercors-1.4\ngpuopt matrix_lin m R rows cols;\ncontext_everywhere 0 <= rows && 0 <= cols;\ncontext \\matrix(m, rows, cols);\ncontext (\\forall* int r = 0 .. rows, int c = 0 .. cols; Perm(m[r][c], write));\nvoid fill(int rows, int cols, int[][] m) {\n  par (int r = 0 .. rows, int c = 0 .. cols)\n    context \\matrix(m, rows, cols);\n    context Perm(m[r][c], write);\n  {\n    m[r][c] = 0;\n  }\n}\n",
    },
];
