import ts from 'typescript'

/** Returns the comments of a source text, each without its marks; lines of `//` are one. */
export function commentsIn(text: string): string[] {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, text)
  const comments: string[] = []
  let end = 0
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    // The scanner alone cannot tell the end of a template's expression from a brace.
    if (
      kind === ts.SyntaxKind.CloseBraceToken &&
      /^\}[^`\n]*`/.test(text.slice(scanner.getTokenStart()))
    )
      scanner.reScanTemplateToken(false)
    const words = scanner
      .getTokenText()
      .replaceAll(/^\/\*+|\*+\/$|^\s*\*|^\/\//gm, '')
      .replaceAll(/\s+/g, ' ')
      .trim()
    const isLine = kind === ts.SyntaxKind.SingleLineCommentTrivia
    if (isLine && /^\s*$/.test(text.slice(end, scanner.getTokenStart())) && end > 0)
      comments.push(`${comments.pop()} ${words}`)
    else if (isLine || kind === ts.SyntaxKind.MultiLineCommentTrivia) comments.push(words)
    end = isLine
      ? scanner.getTokenEnd()
      : kind === ts.SyntaxKind.WhitespaceTrivia || kind === ts.SyntaxKind.NewLineTrivia
        ? end
        : 0
  }
  return comments
}
