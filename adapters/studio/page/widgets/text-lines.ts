// A long text in lines of a limited length, so that only those in sight need to be in the page.

/** Longer lines are broken: a browser takes long to lay out a line of a megabyte. */
export const lineCharsMax = 400;

/** In order: they are the text, without the line breaks at the end of those that are not broken. */
export interface TextLine {
  readonly text: string;
  /** It goes on in the next one. */
  readonly isBroken: boolean;
}

export function textLines(text: string): readonly TextLine[] {
  const lines: TextLine[] = [];
  for (const line of text.split('\n')) {
    let start = 0;
    while (line.length - start > lineCharsMax) {
      const end = start + lineCharsMax - (isHighSurrogate(line, start + lineCharsMax - 1) ? 1 : 0);
      lines.push({ text: line.slice(start, end), isBroken: true });
      start = end;
    }
    lines.push({ text: line.slice(start), isBroken: false });
  }
  return lines;
}

function isHighSurrogate(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= 0xd800 && code < 0xdc00;
}
