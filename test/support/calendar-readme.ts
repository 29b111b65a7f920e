// What core/calendar/README.md says, made from the source: what is declared there, and what decisions come to.

import { rejected } from '../../adapters/services/calendar/errors.ts';
import type { Caller } from '../../core/calendar/commands.ts';
import { statuses, type Status } from '../../core/calendar/records/post.ts';
import { rejectionCodes } from '../../core/calendar/rejections.ts';
import { administrator, calendarAt, site } from './calendar.ts';

/** A message type as its file declares it. */
interface Declared {
  readonly type: string;
  /** What stands in front of it and behind its name, on one line. */
  readonly comment: string;
  readonly heritage: string;
}

/** The message types of a source text, in order. */
function declarationsIn(text: string): readonly Declared[] {
  const pattern =
    /(?:\/\*\* ([^\n]*?) \*\/\n)?export interface ([A-Za-z]+)([^{]*)\{\n {2}readonly type: '\2'/g;
  return [...text.matchAll(pattern)].map(([, comment = '', type = '', heritage = '']) => ({
    type,
    comment,
    heritage,
  }));
}

/** The statuses that mean anything to the service; the others are only stored. */
const living = ['publish', 'future', 'private', 'draft', 'pending', 'trash'] as const;

const tomorrow = '+1 day';

/** What becomes of a post that is made with a status wished for, by somebody, with a date to come or with none. */
function madeWith(status: Status | undefined, caller: Caller, date?: string): Status {
  const calendar = calendarAt();
  calendar.do({
    type: 'CreateEvent',
    caller,
    site,
    fields: {
      title: 'Fair',
      startDate: tomorrow,
      endDate: tomorrow,
      ...(status === undefined ? {} : { status }),
      ...(date === undefined ? {} : { date }),
    },
  });
  return statusOf(calendar);
}

/** The only event of a calendar is asked for its status. */
function statusOf({ state }: ReturnType<typeof calendarAt>): Status {
  return [...state.events.values()][0]?.status ?? 'inherit';
}

/** A calendar whose only event has a status. */
function calendarWith(status: Status) {
  const calendar = calendarAt();
  const dates = { startDate: tomorrow, endDate: tomorrow };
  calendar.do({
    type: 'CreateEvent',
    caller: administrator,
    site,
    fields: { title: 'Fair', ...dates, status, ...(status === 'future' ? { date: tomorrow } : {}) },
  });
  return calendar;
}

/** What an event with a status becomes when it is updated to another, without a date, or with one to come or gone. */
function updatedTo(from: Status, status: Status, date?: string): Status {
  const calendar = calendarWith(from);
  calendar.do({
    type: 'UpdateEvent',
    caller: administrator,
    site,
    event: { id: 1 },
    fields: { status, ...(date === undefined ? {} : { date }) },
  });
  return statusOf(calendar);
}

/** Whether every status may become every other one by an update. */
export function isUnrestricted(): boolean {
  return living.every((from) =>
    living.every((to) => updatedTo(from, to, to === 'future' ? tomorrow : '2026-01-01') === to),
  );
}

function afterTrash(from: Status): Status {
  const calendar = calendarWith(from);
  const post = { id: 1 };
  calendar.do({ type: 'TrashPost', caller: administrator, site, kind: 'event', post });
  return statusOf(calendar);
}

function afterDue(from: Status): Status | undefined {
  const { dues } = calendarWith(from);
  const calendar = calendarWith(from);
  const due = dues.at(-1);
  if (due?.change !== 'set') return undefined;
  const [event] = calendar.do(due.command);
  return event?.type === 'PostPublished' ? statusOf(calendar) : undefined;
}

/** The life of posts as a diagram; any of its statuses may also become any other by an update. */
function lifeOfPosts(): string {
  const open = living.filter((status) => status !== 'trash');
  const made = open.map((status) => {
    const wish = status === 'future' ? 'publish' : status;
    const became = madeWith(wish, administrator, status === 'future' ? tomorrow : undefined);
    return `  [*] --> ${became}: ${status === 'future' ? 'made, with a date to come' : 'made'}`;
  });
  const due = open.flatMap((status) => {
    const became = afterDue(status);
    return became === undefined ? [] : [`  ${status} --> ${became}: its date has come`];
  });
  const moved = [
    `  publish --> ${updatedTo('publish', 'publish', tomorrow)}: given a date to come`,
    `  future --> ${updatedTo('future', 'future', '2025-12-31')}: given a date that is gone`,
  ];
  const trashed = open.map((status) => `  ${status} --> ${afterTrash(status)}: deleted`);
  const back = `  trash --> ${updatedTo('trash', 'publish')}: updated`;
  return ['stateDiagram-v2', ...made, ...due, ...moved, ...trashed, back].join('\n');
}

function wishesTable(): string {
  const contributor: Caller = { userId: 2, role: 'contributor' };
  const rows = [undefined, ...living.slice(0, 5)].map((wish) => {
    const date = wish === 'future' ? tomorrow : undefined;
    const given = [administrator, contributor].map((caller) => madeWith(wish, caller, date));
    const wished = wish === undefined ? 'nothing' : `\`${wish}\``;
    return `| ${wished} | ${given.map((status) => `\`${status}\``).join(' | ')} |`;
  });
  return rows.join('\n');
}

/** Who sends a command. */
function senderOf({ type, heritage }: Declared, reactions: string): string {
  if (reactions.includes(`type: '${type}'`)) return 'time';
  return heritage.includes('Asked') ? 'clients' : 'the operator';
}

/** From the sources of its commands, events and reactions. */
export function calendarReadme(
  commandsText: string,
  eventsText: string,
  reactions: string,
): string {
  const commands = declarationsIn(commandsText).map(
    (command) => `| \`${command.type}\` | ${senderOf(command, reactions)} | ${command.comment} |`,
  );
  const events = declarationsIn(eventsText).map(
    ({ type, comment }) => `| \`${type}\` | ${comment} |`,
  );
  const refusals = rejectionCodes.map((code) => {
    const statusesOf =
      code === 'FORBIDDEN'
        ? [rejected({ code, isKnownCaller: false }), rejected({ code, isKnownCaller: true })]
        : [rejected({ code })];
    const body = JSON.parse(statusesOf[0]?.body ?? '{}') as { code: string };
    const numbers = statusesOf.map(({ status }) => status).join(', ');
    return `| \`${code}\` | ${numbers} | \`${body.code}\` |`;
  });
  return `# Calendar

Generated from the source and checked by a test: \`npx vitest run test/guards/docs.test.ts -u\` writes it anew.

## The life of a post

Events, venues and organizers are posts. All but \`auto-draft\`, \`inherit\` and the statuses of requests (${statuses
    .filter((status) => status.startsWith('request-'))
    .map((status) => `\`${status}\``)
    .join(', ')}), which are only stored:

\`\`\`mermaid
${lifeOfPosts()}
\`\`\`

An update may make any status any other, also bring back what is in the trash. Nothing is removed for good but categories and tags.

What is made has the status that was wished for, as far as its maker may publish:

| wished for | given to editors | given to contributors |
| --- | --- | --- |
${wishesTable()}

## Commands

| command | from | |
| --- | --- | --- |
${commands.join('\n')}

## Events

A request leads to one event for each thing that it makes or changes, all at once.

| event | |
| --- | --- |
${events.join('\n')}

## Refusals, in the order in which they are checked

Two statuses are those for nobody and for somebody who is known.

| code in the core | status | code on the wire |
| --- | --- | --- |
${refusals.join('\n')}
`;
}
