// Tables from the type of a message to its rule: of each channel for its commands, and for its events.

interface Typed {
  readonly type: string;
}

/** A rule for each type of message. The compiler reports a type without one. */
export type RulesByType<Message extends Typed, Given extends readonly unknown[], Result> = {
  readonly [Type in Message['type']]: (
    message: Extract<Message, { readonly type: Type }>,
    ...given: Given
  ) => Result;
};

type Rule<Message, Given extends readonly unknown[], Result> = (
  message: Message,
  ...given: Given
) => Result;

/** The rule of a message; undefined for a type that the table does not have. */
export function ruleFor<Message extends Typed, Given extends readonly unknown[], Result>(
  rules: RulesByType<Message, Given, Result>,
  message: Typed,
): Rule<Typed, Given, Result> | undefined {
  if (!Object.hasOwn(rules, message.type)) return undefined;
  return rules[message.type as Message['type']] as Rule<Typed, Given, Result>;
}

/** The types that a table has. */
export function typesIn<Message extends Typed>(
  rules: RulesByType<Message, never, unknown>,
): Readonly<Record<Message['type'], true>> {
  const types = Object.keys(rules) as Message['type'][];
  return Object.fromEntries(types.map((type) => [type, true])) as Record<Message['type'], true>;
}
