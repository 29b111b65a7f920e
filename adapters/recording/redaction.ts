// stub
export interface Secrets {
  readonly list: readonly string[];
}
interface Wire {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text?: string;
  readonly base64?: string;
}
interface AnswerWire {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text?: string;
}
export interface Redactor {
  readonly noSecrets: Secrets;
  request(given: Wire): { wire: Wire; secrets: Secrets };
  answer(given: AnswerWire, secrets: Secrets): AnswerWire;
  frame(text: string, secrets: Secrets): string;
  json(value: unknown): unknown;
}
export function createRedactor(_options: { salt: string; isReplay?: boolean }): Redactor {
  return {
    noSecrets: { list: [] },
    request: (wire) => ({ wire, secrets: { list: [] } }),
    answer: (given) => given,
    frame: (text) => text,
    json: (value) => value,
  };
}
