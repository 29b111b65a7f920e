import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { recordingsKept } from '../../../adapters/cli/local-files.ts';
import { unlikeMax } from '../../../adapters/recording/alignment.ts';
import { lineBytesMax } from '../../../adapters/recording/lines.ts';
import { waitingMax } from '../../../adapters/recording/timeline.ts';
import { worldNamePattern } from '../../../adapters/http/app.ts';
import * as limits from '../../../adapters/http/limits.ts';
import {
  formDepthMax,
  formNameCharsMax,
  formParametersMax,
} from '../../../adapters/services/calendar/parameters/form.ts';
import { jsonDepthMax } from '../../../adapters/services/calendar/parameters/json.ts';
import { partHeaderBytesMax } from '../../../adapters/services/calendar/parameters/multipart.ts';
import { listItemsMax } from '../../../adapters/services/calendar/parameters/values.ts';
import { fixtureBytesMax } from '../../../adapters/fixture/document.ts';
import { eventStreamCharsMax, eventTypeCharsMax } from '../../../adapters/control/wire/events.ts';
import { tableNameCharsMax } from '../../../adapters/control/wire/history.ts';
import {
  fundedTokensMax,
  metadataCharsMax,
  tokenNameCharsMax,
  tokenTextCharsMax,
} from '../../../adapters/control/wire/wallet.ts';
import { userIdCharsMax } from '../../../adapters/control/wire/wallets.ts';
import { seedCharsMax } from '../../../adapters/control/wire/worlds.ts';
import { fixtureEventsMax } from '../../../adapters/fixture/format/calendar.ts';
import { fixtureMintsMax, fixtureWalletsMax } from '../../../adapters/fixture/format/wallet.ts';
import { calendar, wallet } from '../../../core/index.ts';
import {
  callDataCharsMax,
  parameterDepthMax,
  signatureCharsMax,
} from '../../../adapters/services/wallet/wire/contract-executions.ts';
import { feeCharsMax, textCharsMax } from '../../../adapters/services/wallet/wire/fields.ts';
import { monitoredTokensMax } from '../../../adapters/services/wallet/wire/tokens.ts';
import { transferItemsMax } from '../../../adapters/services/wallet/wire/transactions.ts';

const textsOfWallet = [
  ['a text among the parameters of a call', callDataCharsMax],
  ['the name or symbol of a token that is minted', tokenNameCharsMax],
  ['the metadata of an NFT that is minted', metadataCharsMax],
] as const;

const textsOfControl = [
  ['the seed of a world', seedCharsMax],
  ['the name of a world', 64],
  ['the type in a filter of events', eventTypeCharsMax],
  ['the stream in a filter of events', eventStreamCharsMax],
  ['the name of a table of the state', tableNameCharsMax],
  ['the id or address of a token, or of an NFT, to mint or fund', tokenTextCharsMax],
  ['the id of an end user', userIdCharsMax],
] as const;

/** Checked for every parameter of the calendar, and for what fixtures say of it. */
const textsOfCalendar = [
  ['a description or excerpt of an event', calendar.htmlCharsMax],
  ['the description of a venue or organizer', calendar.shortHtmlCharsMax],
  ['the description of a category or tag', calendar.termHtmlCharsMax],
  ['a title, a name, a slug', calendar.nameCharsMax],
  ['a line of an address, a phone number, an e-mail', calendar.detailCharsMax],
  ['the address of a website or an image', calendar.websiteCharsMax],
  ['a date in words', calendar.dateCharsMax],
  ['the password of a post', calendar.passwordCharsMax],
  ['a search', calendar.searchCharsMax],
  ['any other value sent to the calendar', calendar.wordCharsMax],
] as const;

it('the limits stand in the README as they are', () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
  const chapter = readme.split(/^## /m).find((text) => text.startsWith('Limits')) ?? '';
  const rows = [...chapter.matchAll(/^\| ([a-z].*?) +\| (\S.*?) +\| (\S.*?) +\|$/gm)].slice(1);
  const count = (value: number) => value.toLocaleString('en-US');
  const seconds = (ms: number) => `${ms / 1_000} s`;
  const drainedMib = limits.drainedBytesMax / 2 ** 20;
  expect(limits.stateRowsMax).toBe(limits.eventsPageMax); // one row for both
  expect([fixtureWalletsMax, fixtureMintsMax]).toEqual([fixtureEventsMax, fixtureEventsMax]); // one row for all
  expect(worldNamePattern.test('a'.repeat(64)) && !worldNamePattern.test('a'.repeat(65))).toBe(
    true,
  );
  expect(calendar.imageUrlLengthMax).toBe(calendar.websiteCharsMax);
  const surplus = count(limits.surplusConnectionsMax);
  expect(rows.map(([, of, atMost, beyond]) => [of, atMost, beyond])).toEqual([
    [
      'a body',
      `${limits.bodyBytesMax / 2 ** 20} MiB`,
      `413; it is read on up to ${drainedMib} MiB, then cut off`,
    ],
    [
      'all bodies under way together',
      `${limits.bodiesBytesMax / 2 ** 20} MiB`,
      '503, with Retry-After',
    ],
    [
      'all answers waiting to be read',
      `${limits.answersBytesMax / 2 ** 20} MiB`,
      '503, with Retry-After',
    ],
    ['headers and URL together', `${limits.headerBytesMax / 2 ** 10} KiB`, '431'],
    [
      'path and query, also of the links of a list',
      `${count(limits.urlCharsMax)} characters`,
      '414',
    ],
    ['a request, coming in', seconds(limits.requestMsMax), '408'],
    ['a connection between two requests', seconds(limits.idleMsMax), 'closed'],
    [
      'open connections',
      count(limits.connectionsMax),
      `503 and closed for ${surplus} more, then closed at once`,
    ],
    ['requests under way on one connection', count(limits.pipelinedRequestsMax), '503 and closed'],
    ['open event streams', count(limits.eventStreamsMax), '503'],
    ['an answer whose reader takes nothing', seconds(limits.readerWaitMsMax), 'cut off'],
    ['events of one page, rows of a table', count(limits.eventsPageMax), '400'],
    ['frames to a session at once', count(limits.framesMax), '400'],
    ['worlds', count(limits.worldsMax), '503'],
    [
      'the answer to a webhook',
      seconds(limits.webhookMsMax),
      'the attempt has failed, and is made again',
    ],
    [
      'what is read of such an answer',
      `${limits.webhookAnswerBytesMax / 2 ** 10} KiB`,
      'the rest is not: its status alone counts',
    ],
    ['webhooks in flight to a subscription', count(limits.webhooksAtOnceMax), 'they wait'],
    ['webhooks in flight altogether', count(limits.webhooksInFlightMax), 'they wait'],
    [
      'notifications that wait for a subscription',
      count(wallet.openDeliveriesMax),
      'further ones are not sent, but counted',
    ],
    [
      'transactions of a sender that no block has taken',
      count(wallet.openTransactionsMax),
      '400, code 155264',
    ],
    [
      'names, refIds, memos and addresses in the wallet',
      `${count(textCharsMax)} characters`,
      '400, code 2',
    ],
    ['digits of an amount or a fee in the wallet', count(feeCharsMax), '400, code 2'],
    ['amounts, and NFTs, of one transfer', count(transferItemsMax), '400, code 2'],
    ['tokens in one change of the monitored ones', count(monitoredTokensMax), '400, code 2'],
    ['the signature of a called function', `${count(signatureCharsMax)} characters`, '400, code 2'],
    ['levels of lists in the parameters of a call', count(parameterDepthMax), '400, code 2'],
    ['the data of a call, given or encoded', `${wallet.callDataBytesMax / 2 ** 10} KiB`, '400'],
    ['values in the parameters of a call', count(wallet.callValuesMax), '400'],
    ['a message or a payload to sign', `${count(wallet.payloadCharsMax)} characters`, '400'],
    ['values in typed data', count(wallet.typedDataValuesMax), '400'],
    ...textsOfWallet.map(([of, charsMax]) => [of, `${count(charsMax)} characters`, '400']),
    ...textsOfControl.map(([of, charsMax]) => [of, `${count(charsMax)} characters`, '400']),
    ['tokens that a wallet is funded with at once', count(fundedTokensMax), '400'],
    [
      'parameters of a query or form to the calendar',
      count(formParametersMax),
      '400, code `rest_invalid_form`',
    ],
    ['brackets behind the name of one', count(formDepthMax), '400, code `rest_invalid_form`'],
    ['the name of one', `${count(formNameCharsMax)} characters`, '400, code `rest_invalid_form`'],
    [
      'the headers of a part of a form',
      `${partHeaderBytesMax / 2 ** 10} KiB`,
      '400, code `rest_invalid_form`',
    ],
    ['items of a list in a parameter', count(listItemsMax), '400, code `rest_invalid_param`'],
    [
      'levels of JSON in a body to the calendar',
      count(jsonDepthMax),
      '400, code `rest_invalid_json`',
    ],
    ['levels of categories', count(calendar.categoryLevelsMax), '400, code `rest_invalid_param`'],
    [
      'the cost of an event',
      `${count(calendar.costCharsMax)} characters`,
      '400, code `rest_invalid_param`',
    ],
    ...textsOfCalendar.map(([of, charsMax]) => [
      of,
      `${count(charsMax)} characters`,
      '400, code `rest_invalid_param`',
    ]),
    [
      'a page of several items of the calendar',
      `${limits.pageCharsMax / 1e6} M characters`,
      '400: ask for fewer with `per_page`',
    ],
    ['events of a feed', count(limits.feedEventsMax), 'the rest is not there'],
    [
      'a feed of several events',
      `${limits.pageCharsMax / 1e6} M characters`,
      '400: ask for fewer with `start_date`, `end_date`',
    ],
    ['the file of a fixture', `${fixtureBytesMax / 2 ** 20} MiB`, 'it is refused: exit code 1'],
    [
      'events, wallets, mints of a fixture',
      count(fixtureEventsMax),
      'it is refused: 400, or exit code 1',
    ],
    ['a line of a recording', `${lineBytesMax / 2 ** 20} MiB`, 'it cannot be read: exit code 3'],
    ['entries up to an answer, in `inspect`', count(waitingMax), 'the answer stands on its own'],
    [
      'unlike entries in a row, in `diff`',
      count(unlikeMax),
      'paired by less than their whole content',
    ],
    [
      'recordings without a name',
      `${recordingsKept} are kept`,
      'the oldest under `.reprise/` goes',
    ],
  ]);
});
