// What has been said in a conversation.

import type { HistoryItem } from './settings.ts';
import { historyCharsMax } from './endings.ts';

/** The history with an item; the oldest ones are dropped if it is too long. An item without content adds nothing. */
export function withItem(
  history: readonly HistoryItem[],
  item: HistoryItem,
): readonly HistoryItem[] {
  if (item.role !== 'functions' && item.content === '') return history;
  return lastItems([...history, item], historyCharsMax);
}

/** The last items that have at most so many characters together, and the last one in any case. */
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
