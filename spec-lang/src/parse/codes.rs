//! What the codes of lexer and parser mean.

use text::code::Code;
use text::diagnostics::CodeInfo;

/// The codes that the lexer and the parser give.
pub const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: Code::S001,
        title: "unexpected token",
        text: "The parser expected something else at this place. The message says what was \
               expected and what was found; further labels say which construct was being read and \
               where it began. Reading continues after the statement or declaration, so that one \
               run reports several errors; what could not be read is left out.",
        example: "void m() {\n  assert 1 < ;\n}\n",
    },
    CodeInfo {
        code: Code::S002,
        title: "unexpected end of the file",
        text: "The file ends within a construct. Most often a closing brace or a final `;` is \
               missing; the label says where the construct began.",
        example: "int x",
    },
    CodeInfo {
        code: Code::S003,
        title: "a bracket is not closed",
        text: "Something stands where the bracket named in the label must be closed, or be \
               continued with a comma or an operator.",
        example: "void m() {\n  int x = (1 + 2;\n}\n",
    },
    CodeInfo {
        code: Code::S004,
        title: "missing semicolon",
        text: "A statement, clause or declaration ends at the end of a line without its `;`. \
               Reading goes on as if it stood there.",
        example: "void m() {\n  int x = 1\n  int y = 2;\n}\n",
    },
    CodeInfo {
        code: Code::S005,
        title: "unknown character",
        text: "This character begins nothing of the language. Unicode is read in strings, in \
               comments and for the operators that have such a form (`∀`, `⇒`, `≤` and so on); \
               names consist of the letters A to Z, digits and underscores.",
        example: "void m() {\n  int x = 1 @ 2;\n}\n",
    },
    CodeInfo {
        code: Code::S006,
        title: "a comment is not closed",
        text: "A comment that begins with `/*` runs to the next `*/`, an annotation that begins \
               with `/*@` to the next `@*/`; this one has none.",
        example: "void m() { } /* and so on\n",
    },
    CodeInfo {
        code: Code::S007,
        title: "a string or character is not closed",
        text: "A string ends on the line on which it begins, with the quote with which it \
               begins. A quote within it is written with a backslash.",
        example: "void m() {\n  string s = \"abc;\n}\n",
    },
    CodeInfo {
        code: Code::S008,
        title: "nested too deeply",
        text: "At most 400 constructs may stand within each other, and the tree of an expression \
               may be at most 2500 levels deep, where each operator of `a + b + c + …` is a \
               level. Divide the expression over several clauses, functions or statements.",
        example: "",
    },
    CodeInfo {
        code: Code::S009,
        title: "unknown word with a backslash",
        text: "Words such as `\\old` and `\\result` are known by name, and this is none of them. \
               Between two operands a backslash makes a fraction, as in `1\\2` or `n\\m`.",
        example: "ensures \\reslt > 0;\nint m();\n",
    },
    CodeInfo {
        code: Code::S010,
        title: "a keyword in the place of a name",
        text: "This word is a keyword and cannot name anything. Choose another name, or write it \
               between backticks: `` `context` `` is the name `context`.",
        example: "void m() {\n  int context = 1;\n}\n",
    },
    CodeInfo {
        code: Code::S011,
        title: "a quantifier without parentheses",
        text: "`\\forall`, `\\forall*`, `\\exists`, `\\let` and `\\forperm` stand in parentheses \
               with all they bind: `(\\forall int i; 0 <= i; i >= 0)`.",
        example: "requires \\forall int i; i == i;\nvoid m();\n",
    },
    CodeInfo {
        code: Code::S012,
        title: "`with` without a call",
        text: "`with { … }` gives ghost arguments to a call, so a call must follow it.",
        example: "void m(int x) {\n  x = with { x = 1; } 2;\n}\n",
    },
    CodeInfo {
        code: Code::S013,
        title: "wrong number of arguments",
        text: "A built-in word such as `\\matrix(m, rows, columns)` takes a fixed number of \
               arguments.",
        example: "requires \\array(a);\nvoid m(int[] a);\n",
    },
    CodeInfo {
        code: Code::S014,
        title: "unknown directive",
        text: "Behind `gpuopt` stands one of `loop_unroll`, `iter_merge`, `matrix_lin`, \
               `glob_to_reg`, `tile` and `fuse`.",
        example: "gpuopt unrol i 2;\nvoid m() { }\n",
    },
    CodeInfo {
        code: Code::S015,
        title: "clauses or modifiers in a wrong place",
        text: "Clauses such as `requires` and directives stand before a method, a loop or a \
               parallel block, or behind the header of a loop or block. Here they stand before \
               something that takes none.",
        example: "void m(int x) {\n  requires x > 0;\n  x = 1;\n}\n",
    },
    CodeInfo {
        code: Code::S016,
        title: "a brace too many",
        text: "This brace closes nothing that is open. Either it is one too many, or an opening \
               brace before it is missing.",
        example: "class C { } }\n",
    },
    CodeInfo {
        code: Code::S017,
        title: "an empty enumeration",
        text: "An enumeration has at least one constant, or it would have no values.",
        example: "enum E { }\n",
    },
    CodeInfo {
        code: Code::S018,
        title: "the program could not be read",
        text: "The operating system did not start the thread that reads the program. Nothing is \
               wrong with the program; memory or the number of threads is exhausted.",
        example: "",
    },
    CodeInfo {
        code: Code::S019,
        title: "a comment that looks like code",
        text: "A comment `// …` ends with its line, and a line ends with a line feed (or carriage \
               return and line feed). Editors break lines at other characters as well: a lone \
               carriage return, U+2028 and the like; what follows would look like code and be \
               none. The same holds of `# … #`, which VerCors skips up to the last `#` of the \
               line, so that there must be two of them.",
        example: "int m() { #one# return 1; #two# }\n",
    },
    CodeInfo {
        code: Code::W100,
        title: "a stray backtick",
        text: "A single backtick behind the end of a class is ignored, because a published \
               program has one there. Remove it.",
        example: "class C { }\n`\n",
    },
];
