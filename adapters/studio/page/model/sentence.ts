// What went wrong, as a sentence for the person in front of the page.

export function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
