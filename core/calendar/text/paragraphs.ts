// Formats descriptions and excerpts: wraps bare text in paragraphs (reference/calendar.md section 2.6).

import { atOnce, type InPieces } from '../../kernel/pieces.ts';
import { markupTokens, type MarkupToken } from './markup.ts';

/** The length limit of descriptions and excerpts: a page prints fifty. */
export const htmlCharsMax = 100_000;

/** Elements that are never inside a paragraph. */
const blockElements = new Set(
  (
    'address article aside blockquote caption center col colgroup dd details dialog dir div dl dt fieldset figcaption ' +
    'figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav noscript ol p pre script search ' +
    'section style summary table tbody td template tfoot th thead tr ul'
  ).split(' '),
);

const voidElements = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);

/** Inline elements whose content is left alone, line breaks included. */
const opaqueElements = new Set(
  'audio button canvas iframe math noembed object select svg textarea title video xmp'.split(' '),
);

/**
 * The HTML of a description. Text outside block elements becomes paragraphs, separated by blank lines and block elements;
 * single line breaks become `<br />`. Block elements and their content stay as they are, scripts included, as in the
 * original. The `<` of an unterminated tag becomes `&lt;`, or it would swallow the following text. Idempotent.
 */
export function paragraphsOf(text: string): string {
  return atOnce(paragraphsInPieces(text));
}

/** As `paragraphsOf`: the longest texts take some milliseconds. */
export function* paragraphsInPieces(text: string): InPieces<string> {
  const trimmed = text.trim();
  if (!markupOrBreak.test(trimmed)) return trimmed === '' ? '' : `<p>${trimmed}</p>`;
  const writer = new ParagraphWriter();
  let count = 0;
  for (const token of markupTokens(trimmed.replace(/\r\n?/g, '\n'))) {
    writer.write(token);
    count += 1;
    if (count % tokensAtOnce === 0) yield;
  }
  return writer.end();
}

/** Tokens in a piece: about a millisecond of work. */
const tokensAtOnce = 2_000;

/** Texts without a match are one paragraph. */
const markupOrBreak = /[<\r\n]/;

class ParagraphWriter {
  /** Finished paragraphs, block elements and bare pieces, and whether the last one is tags outside a paragraph. */
  private readonly blocks: string[] = [];
  private endsBare = false;
  /** The pieces of the open block element, and the names of all open elements, outermost first. */
  private block: string[] = [];
  private readonly openNames: string[] = [];
  private readonly openCounts = new Map<string, number>();
  /** The open opaque element, and the nesting depth of elements of its name. */
  private opaqueName = '';
  private opaqueDepth = 0;
  /** The pieces of the open paragraph, and whether any of them is visible. */
  private line: string[] = [];
  private isVisible = false;
  /** Spaces and line breaks after the last piece. */
  private gap = '';
  private breakCount = 0;
  private endsInBreak = false;

  write(token: MarkupToken): void {
    const isBlock = this.opaqueDepth === 0 && blockElements.has(token.name);
    if (isBlock && token.kind === 'open') this.openBlock(token);
    else if (isBlock) this.closeBlock(token);
    else if (this.openNames.length > 0) this.block.push(printed(token));
    else if (token.kind === 'text' || token.kind === 'rest') this.writeText(token);
    else if (token.kind === 'comment') this.writeComment(token);
    else this.writeTag(token);
    if (!isBlock) this.followOpaque(token);
  }

  end(): string {
    this.endParagraph();
    this.endBlock();
    return this.blocks.join('\n');
  }

  private openBlock(token: MarkupToken): void {
    if (this.openNames.at(-1) === 'p') this.popName();
    this.endOutermost();
    this.block.push(token.text);
    if (voidElements.has(token.name)) return;
    this.openNames.push(token.name);
    this.openCounts.set(token.name, this.openCount(token.name) + 1);
  }

  private closeBlock(token: MarkupToken): void {
    this.endOutermost();
    const isOpen = this.openCount(token.name) > 0;
    if (isOpen) while (this.popName() !== token.name);
    else if (token.name === 'p' && this.openNames.length === 0) return;
    this.block.push(token.text);
  }

  private openCount(name: string): number {
    return this.openCounts.get(name) ?? 0;
  }

  private popName(): string | undefined {
    const name = this.openNames.pop();
    if (name !== undefined) this.openCounts.set(name, this.openCount(name) - 1);
    return name;
  }

  /** Ends the paragraph or block, unless a block element is open around it. */
  private endOutermost(): void {
    if (this.openNames.length > 0) return;
    this.endParagraph();
    this.endBlock();
  }

  private endBlock(): void {
    if (this.block.length > 0) this.addBlock(this.block.join('').trimEnd());
    this.block = [];
  }

  private writeText(token: MarkupToken): void {
    if (this.opaqueDepth > 0) return this.writePiece(printed(token));
    for (const [index, line] of printed(token).split('\n').entries()) {
      if (index > 0) this.breakCount += 1;
      const words = line.trim();
      if (words === '') {
        this.gap += line;
        continue;
      }
      const start = line.indexOf(words);
      this.gap += line.slice(0, start);
      this.writePiece(words);
      this.isVisible = true;
      this.gap = line.slice(start + words.length);
    }
  }

  /** A comment at the beginning of a paragraph is moved before it. */
  private writeComment(token: MarkupToken): void {
    if (this.breakCount > 1) this.endParagraph();
    if (this.line.length > 0) return this.writePiece(token.text);
    this.endOutermost();
    this.addBare(token.text);
    this.endsBare = false; // comments need no separation
  }

  private writeTag(token: MarkupToken): void {
    this.writePiece(token.text);
    this.isVisible ||= voidElements.has(token.name) || opaqueElements.has(token.name);
    this.endsInBreak = token.name === 'br';
  }

  private writePiece(piece: string): void {
    if (this.breakCount > 1) this.endParagraph();
    this.endBlock();
    if (this.line.length > 0) this.line.push(this.between());
    this.line.push(piece);
    this.gap = '';
    this.breakCount = 0;
    this.endsInBreak = false;
  }

  private between(): string {
    if (this.breakCount === 0) return this.gap;
    if (this.endsInBreak) return '\n';
    this.isVisible = true;
    return '<br />\n';
  }

  private endParagraph(): void {
    const line = this.line.join('');
    if (line !== '' && this.isVisible) this.addBlock(`<p>${line}${this.closing()}`);
    else if (line !== '') this.addBare(line);
    this.line = [];
    this.isVisible = false;
    this.gap = '';
    this.breakCount = 0;
    this.endsInBreak = false;
  }

  private addBlock(block: string): void {
    this.blocks.push(block);
    this.endsBare = false;
  }

  /** Tags without text, or a comment. After other tags they keep their blank line, for the sake of idempotence. */
  private addBare(piece: string): void {
    this.blocks.push(this.endsBare ? `\n${piece}` : piece);
    this.endsBare = true;
  }

  /** An unterminated opaque element would swallow the end tag. */
  private closing(): string {
    return this.opaqueDepth > 0 ? '' : '</p>';
  }

  private followOpaque({ kind, name, text }: MarkupToken): void {
    if (kind !== 'open' && kind !== 'close') return;
    const step = kind === 'open' && !text.endsWith('/>') ? 1 : -1;
    if (this.opaqueDepth > 0 && name === this.opaqueName) {
      if (kind === 'close' || step > 0) this.opaqueDepth += step;
    } else if (this.opaqueDepth === 0 && step > 0 && opaqueElements.has(name)) {
      this.opaqueName = name;
      this.opaqueDepth = 1;
    }
  }
}

/** The text of a token, with unterminated brackets as entities. */
function printed({ kind, text }: MarkupToken): string {
  return kind === 'rest' ? text.replace(/<(?=[a-z/!])/gi, '&lt;') : text;
}
