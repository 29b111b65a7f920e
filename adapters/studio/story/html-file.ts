// One HTML file with the studio and a story in it. It opens without a server, and requests nothing: its policy allows its own script and
// style by their hashes, and no other source.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageFiles } from '../site/page-files.ts';
import { attribute, document } from '../site/shell.ts';
import { inlineScript, inlineStyle } from './inline-code.ts';
import { storyPieces, type UnwrittenStory } from './unwritten-story.ts';

/** The largest story, in characters: browsers read it as one text. */
const storyCharsMax = 256 * 1024 * 1024;

/** A story that is larger than a browser can open. */
export class StorySizeError extends Error {
  override readonly name = 'StorySizeError';
}

/** The file in pieces. Throws StorySizeError; throws an Error that says what to do if the page was not built. */
export function* htmlFile(
  story: UnwrittenStory,
  charsMax = storyCharsMax,
): Generator<string, void, void> {
  const { folder, script, style } = pageFiles();
  const code = inlineScript(readText(folder, script));
  const styles = inlineStyle(readText(folder, style));
  const [before = '', after = ''] = document(`${story.title}: Reprise`, {
    head: `<meta http-equiv="Content-Security-Policy" content="${attribute(policy(code, styles))}">
<style>${styles}</style>`,
    body: `<div id="studio"></div><noscript>The studio needs JavaScript.</noscript>
<script type="application/json" id="story">${storyMark}</script>
<script type="module">${code}</script>`,
  }).split(storyMark, 2);
  yield before;
  let chars = 0;
  for (const piece of storyPieces(story)) {
    chars += piece.length;
    if (chars > charsMax) throw new StorySizeError(sizeProblem(story, charsMax));
    yield piece;
  }
  yield after;
}

/** Where the story comes; no other part has it. */
const storyMark = '\u0000story\u0000';

function readText(folder: string, name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}

/** `frame-ancestors` is of no effect in a document. */
function policy(script: string, style: string): string {
  return [
    "default-src 'none'",
    `script-src '${hashSource(script)}'`,
    `style-src '${hashSource(style)}'`,
    'img-src data:',
    'media-src blob: data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function hashSource(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

function sizeProblem({ title }: UnwrittenStory, charsMax: number): string {
  return `${title} is too large for one file: with all of its events and exchanges it has more than ${charsMax / 1024 / 1024} MiB.`;
}
