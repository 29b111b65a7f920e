// Workflow commands of GitHub Actions, which show errors beside the lines of files.

import { relative, resolve } from 'node:path';
import type { CliHost } from '../support/cli-host.ts';
import { escapeControlChars } from '../support/terminal-text.ts';

export interface Annotation {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly title: string;
  readonly message: string;
}

/** Whether annotations are printed: by --github, and in GitHub Actions. */
export function isAnnotated(flag: boolean | undefined, { env }: CliHost): boolean {
  return flag ?? env['GITHUB_ACTIONS'] === 'true';
}

/** The line of a recording that an entry is in; without one, the header. */
export function lineOf(entry: number | undefined): number {
  return (entry ?? 0) + 1;
}

/** Paths are those of the checkout. */
export function annotationText(
  { file, line, title, message }: Annotation,
  { cwd, env }: CliHost,
): string {
  const path = relative(env['GITHUB_WORKSPACE'] ?? cwd, resolve(cwd, file));
  const properties = Object.entries({ file: path.replaceAll('\\', '/'), line, title });
  const list = properties.map(([name, value]) => `${name}=${escapedProperty(String(value))}`);
  return `::error ${list.join(',')}::${escapedData(message)}`;
}

/** Line breaks are shown; all other control characters are escaped, for terminals that show a log. */
function escapedData(text: string): string {
  const encoded = text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  return escapeControlChars(encoded);
}

function escapedProperty(text: string): string {
  return escapedData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
