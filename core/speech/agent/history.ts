// The history of a conversation.

import type { HistoryItem } from './settings.ts';
import { historyCharsMax } from './endings.ts';

/** Adds an item, and drops the oldest ones beyond the limit. An item without content adds nothing. */
export function withItem(
  history: readonly HistoryItem[],
  item: HistoryItem,
): readonly HistoryItem[] {
  if (item.role !== 'functions' && item.content === '') return history;
  return lastItems([...history, item], historyCharsMax);
}

/** The last items with at most this many characters together, and the last one in any case. */
export function lastItems(
  history: readonly HistoryItem[],
  charsMax: number,
): readonly HistoryItem[] {
  let characters = 0;
  for (let index = history.length - 1; index >= 0; index -= 1) {
    characters += charactersOf(history[index] as HistoryItem);
    if (characters > charsMax && index < history.length - 1) return history.slice(index + 1);
  }
  return history;
}

function charactersOf(item: HistoryItem): number {
  if (item.role !== 'functions') return item.content.length;
  return item.calls.reduce(
    (sum, call) => sum + call.name.length + call.arguments.length + call.response.length,
    0,
  );
}
