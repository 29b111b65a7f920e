// Generates core/calendar/README.md from the declarations and the decisions of the source.

import { rejectionResponse } from '../../../adapters/services/calendar/errors.ts';
import type { CalendarCommand, Caller } from '../../../core/calendar/commands.ts';
import { statuses, type Status } from '../../../core/calendar/records/post.ts';
import {
  rejectionCodes,
  type CalendarRejection,
  type CalendarRejectionCode,
} from '../../../core/calendar/rejections.ts';
import { invariant } from '../../../core/kernel/invariant.ts';
import { administrator, site } from '../calendar/commands.ts';
import { pureWorld, type PureWorld } from '../engine/pure-world.ts';
import { declarationsIn, type Declared } from './declarations.ts';
import { rejectingFiles } from './rejecting-files.ts';

/** The statuses with a meaning to the service; the others are only stored. */
const living = ['publish', 'future', 'private', 'draft', 'pending', 'trash'] as const;

const tomorrow = '+1 day';

/** Adds a command that must be accepted. */
function send(world: PureWorld, command: CalendarCommand): void {
  const outcome = world.decide('calendar', command);
  invariant(outcome.ok, `${command.type} is accepted`);
}

/** The status of a post that a caller creates with a requested status and date. */
function createdWith(status: Status | undefined, caller: Caller, date?: string): Status {
  const world = pureWorld();
  send(world, {
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
  return statusOf(world);
}

/** The status of the calendar's only event. */
function statusOf({ calendar }: PureWorld): Status {
  return [...calendar.events.values()][0]?.status ?? 'inherit';
}

/** A calendar with one event of a status. */
function calendarWith(status: Status): PureWorld {
  const world = pureWorld();
  const dates = { startDate: tomorrow, endDate: tomorrow };
  send(world, {
    type: 'CreateEvent',
    caller: administrator,
    site,
    fields: { title: 'Fair', ...dates, status, ...(status === 'future' ? { date: tomorrow } : {}) },
  });
  return world;
}

/** The status of an event after an update with a status and date. */
function updatedTo(from: Status, status: Status, date?: string): Status {
  const world = calendarWith(from);
  send(world, {
    type: 'UpdateEvent',
    caller: administrator,
    site,
    event: { id: 1 },
    fields: { status, ...(date === undefined ? {} : { date }) },
  });
  return statusOf(world);
}

/** Whether updates may change every status to every other one. */
export function isUnrestricted(): boolean {
  return living.every((from) =>
    living.every((to) => updatedTo(from, to, to === 'future' ? tomorrow : '2026-01-01') === to),
  );
}

function afterTrash(from: Status): Status {
  const world = calendarWith(from);
  const post = { id: 1 };
  send(world, { type: 'TrashPost', caller: administrator, site, kind: 'event', post });
  return statusOf(world);
}

function afterDue(from: Status): Status | undefined {
  const world = calendarWith(from);
  const due = world.state.dues.next();
  if (due === undefined) return undefined;
  world.pass(due.dueMs - world.state.nowMs);
  return statusOf(world);
}

/** The life of posts as a diagram, without updates, which may change any status to any other. */
function lifeOfPosts(): string {
  const open = living.filter((status) => status !== 'trash');
  const created = open.map((status) => {
    const requested = status === 'future' ? 'publish' : status;
    const became = createdWith(
      requested,
      administrator,
      status === 'future' ? tomorrow : undefined,
    );
    return `  [*] --> ${became}: ${status === 'future' ? 'created with a future date' : 'created'}`;
  });
  const due = open.flatMap((status) => {
    const became = afterDue(status);
    return became === undefined ? [] : [`  ${status} --> ${became}: publication date reached`];
  });
  const moved = [
    `  publish --> ${updatedTo('publish', 'publish', tomorrow)}: updated to a future date`,
    `  future --> ${updatedTo('future', 'future', '2025-12-31')}: updated to a past date`,
  ];
  const trashed = open.map((status) => `  ${status} --> ${afterTrash(status)}: deleted`);
  const back = `  trash --> ${updatedTo('trash', 'publish')}: updated`;
  return ['stateDiagram-v2', ...created, ...due, ...moved, ...trashed, back].join('\n');
}

function statusTable(): string {
  const contributor: Caller = { userId: 2, role: 'contributor' };
  const rows = [undefined, ...living.slice(0, 5)].map((status) => {
    const date = status === 'future' ? tomorrow : undefined;
    const created = [administrator, contributor].map((caller) => createdWith(status, caller, date));
    const requested = status === undefined ? 'none' : `\`${status}\``;
    return `| ${requested} | ${created.map((one) => `\`${one}\``).join(' | ')} |`;
  });
  return rows.join('\n');
}

/** The sender of a command. */
function senderOf({ type, heritage }: Declared, reactions: string): string {
  if (reactions.includes(`type: '${type}'`)) return 'time';
  return heritage.includes('CommandOrigin') ? 'clients' : 'the operator';
}

function rejectionsWith(code: CalendarRejectionCode): readonly CalendarRejection[] {
  if (code === 'PARAMETERS_INVALID') return [{ code, problems: {} }];
  if (code === 'TERM_EXISTS') return [{ code, termId: 1 }];
  if (code !== 'FORBIDDEN') return [{ code }];
  return [false, true].map((isKnownCaller) => ({ code, isKnownCaller }));
}

export function calendarReadme(
  commandsText: string,
  eventsText: string,
  reactions: string,
  sources: ReadonlyMap<string, string>,
): string {
  const commands = declarationsIn(commandsText).map(
    (command) => `| \`${command.type}\` | ${senderOf(command, reactions)} | ${command.comment} |`,
  );
  const events = declarationsIn(eventsText).map(
    ({ type, comment }) => `| \`${type}\` | ${comment} |`,
  );
  const rejections = rejectionCodes.map((code) => {
    const answers = rejectionsWith(code).map(rejectionResponse);
    const body = JSON.parse(answers[0]?.body ?? '{}') as { code: string };
    const numbers = answers.map(({ status }) => status).join(', ');
    return `| \`${code}\` | ${numbers} | \`${body.code}\` |`;
  });
  return `# Calendar

Generated from the source and checked by a test: \`npx vitest run test/guards/docs.test.ts -u\` writes it anew.

## The life of a post

Events, venues and organizers are posts. The diagram omits statuses that are only stored: \`auto-draft\`, \`inherit\`,
${statuses
  .filter((status) => status.startsWith('request-'))
  .map((status) => `\`${status}\``)
  .join(', ')}.

\`\`\`mermaid
${lifeOfPosts()}
\`\`\`

Updates may also change any status to any other, which restores posts from the trash. Only categories and tags are deleted for good.

New posts have the requested status, limited by the rights of their author:

| requested | of editors | of contributors |
| --- | --- | --- |
${statusTable()}

## Where things are decided

- What all changes of a post share, such as its status, date and slug: [decide/post.ts](decide/post.ts); how a slug is made
  from a title: [text/slug.ts](text/slug.ts); the slugs of terms: [decide/term.ts](decide/term.ts)
- The rights to create, edit and read posts: [permissions.ts](permissions.ts)
- When a scheduled post is published: [react.ts](react.ts)
- How a date in words is read: [dates/strtotime.ts](dates/strtotime.ts); a cost: [text/cost.ts](text/cost.ts)
- Which events a list has: [views/event-list.ts](views/event-list.ts), in the time between the bounds of
  [views/event-window.ts](views/event-window.ts)

## Commands

| command | from | |
| --- | --- | --- |
${commands.join('\n')}

## Events

A request leads to one event for each record that it creates or changes, all in one commit. Clients write records field by
field, so events hold records and changed fields, not facts of a process as in the wallet.

| event | |
| --- | --- |
${events.join('\n')}

## Rejections, in the order of their checks

\`FORBIDDEN\` is 401 for anonymous callers and 403 for others.

| code in the core | status | code on the wire |
| --- | --- | --- |
${rejections.join('\n')}

The files that reject, with their codes:

${rejectingFiles(rejectionCodes, sources)}
`;
}
