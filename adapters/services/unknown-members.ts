// The setting `unknownMembers` of a world: what its services do with members of requests and messages that they do not know.

import { z } from 'zod';
import type { Settings, World } from '../../core/index.ts';
import { recordedFact, type HttpRequest, type HttpResponse } from '../protocol/messages.ts';
import type { MemberPath } from '../protocol/unknown-members.ts';

export const unknownMembersRules = ['refuse', 'warn'] as const;

/** Absent: each service does what the original does. */
export type UnknownMembersRule = (typeof unknownMembersRules)[number];

/** A member of a world's configuration, of all services. */
export const unknownMembersSettings = {
  unknownMembers: z.enum(unknownMembersRules).exactOptional().meta({
    description:
      'What services do with members of requests and messages that they do not know: `refuse` them in their own form, or `warn` and go on: by the header `X-Reprise-Warning`, by a Warning of /v1/speak or the voice agent, and by the event `SessionWarned` of any channel. By default the wallet and the calendar ignore them. Of speech, /v1/listen ignores unknown parameters, the other channels refuse them; the voice agent refuses unknown members of messages, the others ignore them.',
  }),
} satisfies z.ZodRawShape;

const schema = z.object(unknownMembersSettings);

export function unknownMembersIn(config: unknown): z.infer<typeof schema> {
  return schema.catch({}).parse(config);
}

/** A recorded fact: settings may change before the request is read. */
export function unknownMembersRule(
  request: Pick<HttpRequest, 'facts'>,
  world: Pick<World, 'settings'>,
): UnknownMembersRule | undefined {
  return recordedFact(request, 'unknownMembers', () => ruleOf(world), null) ?? undefined;
}

/** The form of the fact. */
export const unknownMembersFact = z.enum(unknownMembersRules).nullable();

function ruleOf(world: Pick<World, 'settings'>): UnknownMembersRule | null {
  const settings = world.settings();
  const known = rules.get(settings);
  if (known !== undefined) return known;
  const rule = unknownMembersIn(settings.config).unknownMembers ?? null;
  rules.set(settings, rule);
  return rule;
}

/** Read once for each version of a world's settings. */
const rules = new WeakMap<Settings, UnknownMembersRule | null>();

const namedMax = 20;
const nameCharsMax = 100;

/** `metadata.0.color`; the first of many. */
export function namesOf(paths: readonly MemberPath[]): readonly string[] {
  return paths.slice(0, namedMax).map((path) => path.join('.').slice(0, nameCharsMax));
}

const warningHeader = 'X-Reprise-Warning';

/** The answer with a header that names what was ignored. */
export function withWarning<Answer extends { readonly headers?: HttpResponse['headers'] }>(
  answer: Answer,
  names: readonly string[],
): Answer {
  if (names.length === 0) return answer;
  const text = `ignored unknown members: ${names.map(encoded).join(', ')}`;
  return { ...answer, headers: { ...answer.headers, [warningHeader]: text } };
}

/** Names may have other characters than those of headers. */
function encoded(name: string): string {
  return encodeURI(name.replaceAll(/\p{Surrogate}/gu, '\uFFFD'));
}
