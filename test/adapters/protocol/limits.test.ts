import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { unnamedRecordingsMax } from '../../../adapters/cli/support/local-files.ts';
import { exactItemsMax } from '../../../adapters/recording/diff/alignment.ts';
import { lineBytesMax } from '../../../adapters/recording/format/lines.ts';
import { waitingMax } from '../../../adapters/recording/inspect/timeline.ts';
import { worldNamePattern } from '../../../adapters/protocol/world-name.ts';
import * as limits from '../../../adapters/protocol/limits.ts';
import {
  formDepthMax,
  formNameCharsMax,
} from '../../../adapters/services/calendar/parameters/form.ts';
import { formParametersMax } from '../../../adapters/protocol/form-size.ts';
import { partHeaderBytesMax } from '../../../adapters/services/calendar/parameters/multipart.ts';
import { listItemsMax } from '../../../adapters/services/calendar/parameters/values.ts';
import { fixtureBytesMax } from '../../../adapters/fixture/document.ts';
import { services } from '../../../adapters/services/index.ts';
import { fixtureDescriptionCharsMax, fixtureSchema } from '../../../adapters/fixture/format.ts';
import { fingerprintChars, walletKeyCharsMax } from '../../../adapters/fingerprints.ts';
import { postIdDigitsMax } from '../../../adapters/services/calendar/control/routes.ts';
import { latitudeMax, longitudeMax } from '../../../adapters/services/calendar/control/wire.ts';
import {
  eventStreamCharsMax,
  eventTypeCharsMax,
  positionDigitsMax,
  resetDigitsMax,
} from '../../../adapters/control/wire/events.ts';
import { uploadNameCharsMax } from '../../../adapters/control/wire/replay.ts';
import { tableNameCharsMax } from '../../../adapters/control/wire/history.ts';
import { advanceMsMax } from '../../../adapters/protocol/duration.ts';
import {
  fundedTokensMax,
  metadataCharsMax,
  tokenNameCharsMax,
  tokenTextCharsMax,
} from '../../../adapters/services/wallet/control/wire.ts';
import {
  userIdCharsMax,
  walletSetIdCharsMax,
} from '../../../adapters/services/wallet/control/record-wire.ts';
import { fixtureNameCharsMax, seedCharsMax } from '../../../adapters/control/wire/worlds.ts';
import {
  entryKeyCharsMax,
  eventZoneCharsMax,
  fixtureEventsMax,
  seriesEventsMax,
  seriesStepDigitsMax,
} from '../../../adapters/services/calendar/fixture/format.ts';
import {
  fixtureMintsMax,
  fixtureWalletsMax,
  walletMintsMax,
} from '../../../adapters/services/wallet/fixture/format.ts';
import { fixtureAgentsMax } from '../../../adapters/services/speech/fixture/agents.ts';
import {
  confidenceMax,
  scriptChannelMax,
  scriptOrdinalMax,
  tagCharsMax,
} from '../../../adapters/services/speech/script.ts';
import * as agentLimits from '../../../adapters/services/speech/agent/limits.ts';
import {
  converseAnswersMax,
  converseTurnsMax,
  interruptMsMax,
} from '../../../adapters/services/speech/fixture/converse.ts';
import {
  printCharsMax,
  soundPathCharsMax,
} from '../../../adapters/services/speech/fixture/sounds.ts';
import { channelsMax } from '../../../adapters/services/speech/parameters/listen.ts';
import { parameterValuesMax } from '../../../adapters/services/speech/parameters/query.ts';
import * as settings from '../../../adapters/settings-limits.ts';
import { describeRoutes } from '../../../adapters/control/openapi.ts';
import { controlRoutes } from '../../../adapters/control/routes.ts';
import { toJsonSchema } from '../../../adapters/protocol/json-schema.ts';
import { faultStatusMax, retryAfterSecondsMax } from '../../../adapters/faults/wire/refusal.ts';
import {
  faultCountMax,
  faultMembersMax,
  faultTextCharsMax,
  faultValuesCharsMax,
} from '../../../adapters/faults/wire/shared.ts';
import { ttlSecondsMax } from '../../../adapters/services/speech/access-token.ts';
import {
  calendar,
  clockRateMax,
  faults,
  jsonLevelsMax,
  jsonNamesMax,
  speech,
  wallet,
} from '../../../core/index.ts';
import {
  callDataCharsMax,
  parameterDepthMax,
  signatureCharsMax,
} from '../../../adapters/services/wallet/wire/contract-executions.ts';
import { feeCharsMax, textCharsMax } from '../../../adapters/services/wallet/wire/fields.ts';
import { monitoredTokensMax } from '../../../adapters/services/wallet/wire/tokens.ts';
import { transferItemsMax } from '../../../adapters/services/wallet/wire/transactions.ts';
import { walletsAtOnceMax } from '../../../adapters/services/wallet/wire/wallets.ts';
import { chapterOf, readPage } from '../../support/documents/page.ts';

const adapters = new URL('../../../adapters/', import.meta.url);

/** A limit by the name of its constant, with its row in the documentation. Texts are counted in characters. */
interface Limit {
  readonly named: Readonly<Record<string, number | bigint>>;
  readonly of: string;
  readonly beyond?: string;
  readonly atMost?: string;
}

const textsOfWallet: readonly Limit[] = [
  { named: { callDataCharsMax }, of: 'a text among the parameters of a call' },
  { named: { tokenNameCharsMax }, of: 'the name or symbol of a token that is minted' },
  { named: { metadataCharsMax }, of: 'the metadata of an NFT that is minted' },
];

const { tenantIdCharsMax, worldNameCharsMax, timeTextCharsMax } = limits;
const { baseFeeGweiMax, blockTimeMsMax, congestionMax, tokenDecimalsMax } = wallet;
const {
  partsMax,
  utterancesMax,
  textCharsMax: scriptTextCharsMax,
  speakerCharsMax,
  languageCharsMax,
  entitiesMax,
  labelCharsMax,
  gapMsMax,
} = speech.scriptLimits;
const {
  heardCharsMax,
  comparedStepsMax,
  numberCharsMax,
  memberValuesMax,
  renderedCharsMax,
  valueCharsMax,
  ...limitsOfRules
} = speech.answerLimits;
const yearMs = 366 * 86_400_000;

const limitsOfControl: readonly Limit[] = [
  { named: { seedCharsMax }, of: 'the seed of a world' },
  { named: { worldNameCharsMax }, of: 'the name of a world' },
  { named: { tenantIdCharsMax }, of: 'the id of a tenant' },
  { named: { fixtureNameCharsMax }, of: 'the name of a packaged fixture' },
  { named: { timeTextCharsMax }, of: 'an instant or a duration' },
  {
    named: { advanceMsMax },
    of: 'one advance of a clock',
    atMost: `${count(advanceMsMax / yearMs)} years of 366 days`,
  },
  { named: { clockRateMax }, of: 'the rate of a clock' },
  { named: { positionDigitsMax }, of: 'digits of a position in the log' },
  { named: { resetDigitsMax }, of: 'digits of the count of resets in `Last-Event-ID`' },
  { named: { eventTypeCharsMax }, of: 'the type in a filter of events' },
  { named: { eventStreamCharsMax }, of: 'the stream in a filter of events' },
  { named: { tableNameCharsMax }, of: 'the name of a table of the state' },
  { named: { uploadNameCharsMax }, of: 'the name of an uploaded recording' },
  { named: { faultsMax: faults.faultsMax }, of: 'faults of a world', beyond: '409' },
  { named: { faultTextCharsMax }, of: 'a route, a message, or a path in `json` of a fault' },
  { named: { faultMembersMax }, of: 'values of a body that a fault compares (`json`)' },
  { named: { faultValuesCharsMax }, of: 'these values, as JSON' },
  { named: { faultCountMax }, of: 'a number of a fault (`count`, `after`, `every`)' },
  { named: { faultStatusMax }, of: 'the status with which a fault refuses' },
  { named: { retryAfterSecondsMax }, of: 'the seconds of its `retryAfter`' },
  {
    named: { delaysMax: faults.delaysMax },
    of: 'answers that faults delay, at a time',
    beyond: 'further ones are not delayed',
  },
  {
    named: { tokenTextCharsMax },
    of: 'the id or address of a token, or of an NFT, to mint or fund',
  },
  { named: { tokenDecimalsMax }, of: 'decimals of a token that is minted' },
  { named: { userIdCharsMax }, of: 'the id of an end user' },
  { named: { walletSetIdCharsMax }, of: 'the id of a wallet set, to create wallets in it' },
  { named: { fundedTokensMax }, of: 'tokens that a wallet is funded with at once' },
  { named: { baseFeeGweiMax }, of: 'the base fee of a blockchain, in gwei or lamports' },
  { named: { congestionMax }, of: 'the congestion of a blockchain' },
  {
    named: { blockTimeMsMax },
    of: 'the time between two blocks',
    atMost: `${blockTimeMsMax / 3_600_000} h`,
  },
  { named: { latitudeMax }, of: 'degrees of a latitude, north or south' },
  { named: { longitudeMax }, of: 'degrees of a longitude, east or west' },
  {
    named: { postIdDigitsMax },
    of: 'digits of the id of an event, venue or organizer',
    beyond: '404',
  },
  { named: { partsMax }, of: 'parts of a script of what sessions hear' },
  { named: { utterancesMax }, of: 'utterances in all parts of a script' },
  { named: { scriptTextCharsMax }, of: 'the text of an utterance, or the value of an entity' },
  { named: { speakerCharsMax }, of: 'the speaker of an utterance' },
  { named: { languageCharsMax }, of: 'the language of an utterance' },
  { named: { confidenceMax }, of: 'the confidence of an utterance' },
  { named: { entitiesMax }, of: 'entities of an utterance' },
  { named: { labelCharsMax }, of: 'the label of an entity' },
  { named: { tagCharsMax }, of: 'the tag that a part selects' },
  { named: { scriptChannelMax }, of: 'the channel that a part selects' },
  {
    named: { scriptOrdinalMax },
    of: 'the ordinal that a part selects, and a speaker that is a number',
  },
  { named: { gapMsMax }, of: 'milliseconds between utterances (`gapMs`)' },
  ...Object.entries({
    rulesMax: 'rules of what agents answer',
    patternCharsMax: 'a pattern of what a user says (`hears`)',
    patternsCharsMax: 'the patterns of all rules',
    templateCharsMax: 'a template of a rule',
    referencesMax: 'values in all templates of a rule',
    valueNameCharsMax: 'the name of a value in a rule',
    valueNamesMax: 'names of values that all rules set',
    callsMax: 'functions that a rule calls',
    functionNameCharsMax: 'the name of a function in a rule',
    argumentNameCharsMax: 'the name of a member in the arguments of a rule',
    argumentDepthMax: 'levels of lists and objects in such arguments',
    argumentValuesMax: 'values in the arguments of a rule',
    latencyMsMax: 'milliseconds of the latency of a rule',
    failuresMax: 'providers that fail by a rule (`times`)',
    failureCharsMax: 'the reason of such a failure',
  } satisfies Record<keyof typeof limitsOfRules, string>).map(([name, of]) => ({
    named: { [name]: limitsOfRules[name as keyof typeof limitsOfRules] },
    of,
  })),
  { named: { valueCharsMax }, of: 'a value that a rule sets', beyond: 'it is cut' },
  {
    named: { heardCharsMax },
    of: 'what a user said, compared with patterns',
    beyond: 'the rest is not compared',
  },
  {
    named: { comparedStepsMax },
    of: 'steps of patterns in comparisons with a text',
    beyond: 'no further rule matches',
  },
  {
    named: { numberCharsMax },
    of: 'a value in which a number is looked for',
    beyond: 'the rest is not read',
  },
  {
    named: { memberValuesMax },
    of: 'values in a member of an answer, in a template',
    beyond: 'it is nothing',
  },
  { named: { renderedCharsMax }, of: 'a template with its values', beyond: 'it is cut' },
  { named: { agentsMax: speech.agentsMax }, of: 'registered agents of a world', beyond: '409' },
  { named: { temperatureMax: agentLimits.temperatureMax }, of: 'the temperature of a thinker' },
];

const settingsOf: Readonly<Record<keyof typeof settings, string>> = {
  walletKeysMax: 'wallet keys of a world (`walletKeys`)',
  walletRefusalsMax: 'refusals of wallet requests (`walletRefusals`)',
  requestsPerSecondMax: 'requests of a kind in a virtual second (`rateLimits`)',
  calendarUsersMax: 'users of a calendar (`users`)',
  calendarUserIdMax: 'the id of such a user',
  loginCharsMax: 'the login of such a user',
  applicationPasswordCharsMax: 'the application password of such a user',
  siteZoneCharsMax: 'the time zone of a site (`zone`)',
  pageItemsMax: 'items of a page (`perPage`, `perPageMax`)',
  currencySymbolCharsMax: 'the currency symbol of a site',
  namespacesMax: 'further namespaces of a calendar (`namespaces`)',
  namespaceSegmentsMax: 'segments of a namespace',
  namespaceSegmentCharsMax: 'a segment of a namespace',
  taxonomyCharsMax: 'the name of a taxonomy (`taxonomies`)',
  geolocationMilesMax: 'the radius around a place, in miles (`geolocationMiles`)',
  speechKeysMax: 'speech keys of a world (`speechKeys`)',
  speechKeyCharsMax: 'a speech key',
  speechModelsMax: 'further models of speech (`speech.models`)',
  speechModelCharsMax: 'the name of such a model',
  sessionIdleMsMax: 'milliseconds without a frame of a session (`speech.idleMs`)',
  charactersPerMinuteMax: 'characters of speech in a minute (`charactersPerMinute`)',
  agentPaceMax: 'the pace of replies (`speech.agent.pace`)',
  agentLatencyMsMax: 'milliseconds of a latency (`speech.agent.latency`)',
};

const nextIsAsked = 'it has failed; the next one is asked';
const termStays = 'the term stays as it was said';
const functionFails = 'a Warning, `FUNCTION_CALL_FAILED`';

const texts = speech.textLimits;

const settingsByName = { ...settings };

const limitsOfSettings: readonly Limit[] = [
  { named: { walletKeyCharsMax }, of: 'a wallet key, without a fingerprint' },
  ...Object.entries(settingsOf).map(([name, of]) => ({
    named: { [name]: settingsByName[name as keyof typeof settings] },
    of,
  })),
];

/** Rows of the limits for registered agents, and for messages to the voice agent. */
const agentLimitsOf: Readonly<Record<Exclude<keyof typeof agentLimits, 'temperatureMax'>, string>> =
  {
    messageDepthMax: 'levels of lists and objects in a message',
    messageValuesMax: 'values in a message',
    fallbacksMax: 'think or speak settings in a list',
    functionsMax: 'functions of a thinker',
    functionNameCharsMax: 'the name of a function',
    functionDescriptionCharsMax: 'the description of a function',
    functionParametersCharsMax: 'the JSON of the parameters of a function',
    nameCharsMax: 'the name of a model or a voice',
    endpointUrlCharsMax: 'the URL of an endpoint, without its secrets',
    endpointHeadersMax: 'headers of an endpoint',
    endpointHeaderNameCharsMax: 'the name of such a header',
    historyItemsMax: 'items of the history (`agent.context.messages`)',
    historyCallsMax: 'functions in such an item',
    spokenCharsMax: 'a greeting, the text of `InjectAgentMessage`',
    userTextCharsMax: 'the text of `InjectUserMessage`',
    keytermsMax: 'key terms of an agent',
    keytermCharsMax: 'a key term of an agent',
    languageHintsMax: 'languages that a listen provider is hinted at',
    tagsMax: 'tags of `Settings`',
    agentTagCharsMax: 'such a tag',
    contextLengthMax: 'a `context_length`',
    bitrateMax: 'the bit rate of replies',
  };

const agentLimitsByName: Readonly<Record<string, number>> = { ...agentLimits };

const limitsOfAgents: readonly Limit[] = Object.entries(agentLimitsOf).map(([name, of]) => ({
  named: { [name]: agentLimitsByName[name] ?? 0 },
  of,
}));

const limitsOfFixtures: readonly Limit[] = [
  { named: { fixtureDescriptionCharsMax }, of: 'the description of a fixture' },
  { named: { entryKeyCharsMax }, of: 'the key of an entry in a fixture' },
  { named: { eventZoneCharsMax }, of: 'the time zone of an event in a fixture' },
  { named: { seriesEventsMax }, of: 'events of a series in a fixture' },
  { named: { seriesStepDigitsMax }, of: 'digits of the step of a series' },
  { named: { walletMintsMax }, of: 'mints to a wallet in a fixture' },
  { named: { fixtureSoundsMax: speech.fixtureSoundsMax }, of: 'known sounds of a fixture' },
  { named: { soundHopsMax: speech.soundHopsMax }, of: 'a known sound, in hops of 10 ms' },
  { named: { soundPathCharsMax }, of: 'the path of the file of a known sound' },
  { named: { printCharsMax }, of: 'the prints of a known sound, as base64' },
  { named: { fixtureAgentsMax }, of: 'agents in a fixture' },
  { named: { converseTurnsMax }, of: 'turns of the user in a fixture' },
  { named: { converseAnswersMax }, of: 'answers of a function in a fixture' },
  { named: { interruptMsMax }, of: 'the wait before an interruption' },
];

const {
  costCharsMax,
  dateCharsMax,
  detailCharsMax,
  htmlCharsMax,
  shortHtmlCharsMax,
  nameCharsMax,
  passwordCharsMax,
  searchCharsMax,
  termHtmlCharsMax,
  websiteCharsMax,
  wordCharsMax,
} = calendar;

/** Checked for every parameter of the calendar, and for calendar fields in fixtures. */
const textsOfCalendar: readonly Limit[] = [
  { named: { htmlCharsMax }, of: 'a description or excerpt of an event' },
  { named: { shortHtmlCharsMax }, of: 'the description of a venue or organizer' },
  { named: { termHtmlCharsMax }, of: 'the description of a category or tag' },
  { named: { nameCharsMax }, of: 'a title, a name, a slug' },
  { named: { detailCharsMax }, of: 'a line of an address, a phone number, an e-mail' },
  { named: { websiteCharsMax }, of: 'the address of a website or an image' },
  { named: { dateCharsMax }, of: 'a date in words' },
  { named: { passwordCharsMax }, of: 'the password of a post' },
  { named: { searchCharsMax }, of: 'a search' },
  { named: { wordCharsMax }, of: 'any other value sent to the calendar' },
];

/** Constants of the schemas with rows in another form, or with shared rows that the test compares. */
const limitsWithOwnRows: Readonly<Record<string, number>> = {
  journaledRequestsMax: limits.journaledRequestsMax,
  requestEventsMax: limits.requestEventsMax,
  amountDigitsMax: wallet.amountDigitsMax,
  costCharsMax,
  eventStreamsMax: limits.eventStreamsMax,
  eventsPageMax: limits.eventsPageMax,
  uploadsMax: limits.uploadsMax,
  uploadMsMax: limits.uploadMsMax,
  uploadStoryCharsMax: limits.uploadStoryCharsMax,
  journalPageMax: limits.journalPageMax,
  worldsPageMax: limits.worldsPageMax,
  tenantsMax: limits.tenantsMax,
  pageCharsMax: limits.pageCharsMax,
  thoughtsPageMax: limits.thoughtsPageMax,
  timelineBucketsMax: limits.timelineBucketsMax,
  audioAnswerSamplesMax: limits.audioAnswerSamplesMax,
  fixtureBytesMax,
  fixtureEventsMax,
  fixtureMintsMax,
  fixtureWalletsMax,
  framesMax: limits.framesMax,
  imageUrlLengthMax: calendar.imageUrlLengthMax,
  jsonLevelsMax,
  jsonNamesMax,
  listItemsMax,
  openTransactionsMax: wallet.openTransactionsMax,
  stateRowsMax: limits.stateRowsMax,
  textCharsMax,
  walletsAtOnceMax,
  walletsPerSetMax: wallet.walletsPerSetMax,
};

const namedLimits: Readonly<Record<string, number | bigint>> = Object.assign(
  {},
  limitsWithOwnRows,
  ...[
    limitsOfAgents,
    textsOfWallet,
    limitsOfControl,
    limitsOfSettings,
    limitsOfFixtures,
    textsOfCalendar,
  ]
    .flat()
    .map(({ named }) => named),
) as Readonly<Record<string, number | bigint>>;

function count(value: number | bigint): string {
  return value.toLocaleString('en-US');
}

function rowOf({ named, of, atMost, beyond }: Limit, otherwise: string): readonly string[] {
  const [[name, value] = ['', 0]] = Object.entries(named);
  const unit = name.endsWith('CharsMax') ? ' characters' : '';
  return [of, atMost ?? `${count(value)}${unit}`, beyond ?? otherwise];
}

it('the documentation lists the limits with their values', () => {
  const chapter = chapterOf(readPage('adapters/README.md'), 'Limits');
  const rows = [...chapter.matchAll(/^\| ([a-z].*?) +\| (\S.*?) +\| (\S.*?) +\|$/gm)].filter(
    ([, of]) => of !== 'of',
  ); // the headings of the tables
  const seconds = (ms: number) => `${ms / 1_000} s`;
  const drainedMib = limits.drainedBytesMax / 2 ** 20;
  expect(limits.stateRowsMax).toBe(limits.eventsPageMax); // one row for all three
  expect(limits.journalPageMax).toBe(limits.eventsPageMax);
  expect([fixtureWalletsMax, fixtureMintsMax]).toEqual([fixtureEventsMax, fixtureEventsMax]); // one row for all
  expect(worldNamePattern.test('a'.repeat(worldNameCharsMax))).toBe(true);
  expect(worldNamePattern.test('a'.repeat(worldNameCharsMax + 1))).toBe(false);
  expect(wallet.amountDigitsMax).toBe(feeCharsMax);
  expect(calendar.imageUrlLengthMax).toBe(websiteCharsMax);
  const surplus = count(limits.surplusConnectionsMax);
  expect(rows.map(([, of, atMost, beyond]) => [of, atMost, beyond])).toEqual([
    [
      'a body',
      `${limits.bodyBytesMax / 2 ** 20} MiB`,
      `413; it is read on up to ${drainedMib} MiB, then cut off`,
    ],
    [
      'levels of lists and objects in JSON, wherever it is read',
      count(jsonLevelsMax),
      '400, or the error of its frame or file',
    ],
    [
      'different names of members in JSON, except fixture files',
      count(jsonNamesMax),
      '400, or the error of its frame or file',
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
    [
      'path and query of an upgrade to a WebSocket',
      `${count(limits.upgradeUrlCharsMax)} characters`,
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
    ['an answer that a fault withholds (`hang`)', seconds(limits.hangMsMax), 'reset'],
    ['events or inputs of one page, rows of a table', count(limits.eventsPageMax), '400'],
    ['stretches of time of one timeline', count(limits.timelineBucketsMax), '400'],
    ['a page of events or inputs', '16 M characters', 'it ends there, and `next` goes on'],
    ['thoughts of one page', count(limits.thoughtsPageMax), '400'],
    [
      'samples of all channels in one answer with audio',
      count(limits.audioAnswerSamplesMax),
      '400; the next request goes on',
    ],
    ['uploaded recordings at once', count(limits.uploadsMax), '503'],
    ['the replay of an uploaded recording', seconds(limits.uploadMsMax), '422'],
    ['what an uploaded recording shows', `${limits.uploadStoryCharsMax / 1e6} M characters`, '422'],
    ['requests of a world in its journal', count(limits.journaledRequestsMax), 'the oldest go'],
    [
      'the journals of all worlds together',
      `${limits.journalBytesMax / 2 ** 20} MiB`,
      'older halves go',
    ],
    [
      'a body in the journal, of a request or an error',
      `${limits.journaledBodyBytesMax / 2 ** 10} KiB`,
      'it is left out',
    ],
    ['events of a request in the journal', count(limits.requestEventsMax), 'counted only'],
    ['frames to a session at once', count(limits.framesMax), '400'],
    [
      'worlds that are awake (`--worlds-max`)',
      count(limits.worldsMax),
      'the least used sleep; 503 if all are in use',
    ],
    ['worlds of one page of their list', count(limits.worldsPageMax), '400'],
    ['tenants of one store', count(limits.tenantsMax), '409'],
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
    ['webhooks and calls in flight altogether', count(limits.webhooksInFlightMax), 'they wait'],
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
    ['wallets that a request creates on each blockchain', count(walletsAtOnceMax), '400, code 2'],
    ['wallets of a set', count(wallet.walletsPerSetMax), '403, code 155502'],
    ['tokens in one change of the monitored ones', count(monitoredTokensMax), '400, code 2'],
    ['the signature of a called function', `${count(signatureCharsMax)} characters`, '400, code 2'],
    ['levels of lists in the parameters of a call', count(parameterDepthMax), '400, code 2'],
    ['the data of a call, given or encoded', `${wallet.callDataBytesMax / 2 ** 10} KiB`, '400'],
    ['values in the parameters of a call', count(wallet.callValuesMax), '400'],
    ['a message or a payload to sign', `${count(wallet.payloadCharsMax)} characters`, '400'],
    ['values in typed data', count(wallet.typedDataValuesMax), '400'],
    ...textsOfWallet.map((limit) => rowOf(limit, '400')),
    ...limitsOfControl.map((limit) => rowOf(limit, '400')),
    ...limitsOfSettings.map((limit) => rowOf(limit, '400')),
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
      count(jsonLevelsMax),
      '400, code `rest_invalid_json`',
    ],
    ['different names in such a body', count(jsonNamesMax), '400, code `rest_invalid_json`'],
    ['levels of categories', count(calendar.categoryLevelsMax), '400, code `rest_invalid_param`'],
    ['the cost of an event', `${count(costCharsMax)} characters`, '400, code `rest_invalid_param`'],
    ...textsOfCalendar.map((limit) => rowOf(limit, '400, code `rest_invalid_param`')),
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
    [
      'a text to speak',
      `${count(speech.textCharsMax)} characters`,
      'the session ends: 1009 `BIG-0001`',
    ],
    [
      'flushes of a session in a minute',
      String(speech.flushesPerMinuteMax),
      'a Warning, `EXCESSIVE_FLUSH`',
    ],
    [
      'a session without a frame',
      seconds(speech.idleMsDefault),
      'the session ends: 1011 `NET-0001`',
    ],
    ['a session', `${speech.sessionMsMax / 60_000} min`, 'the session ends: 1011 `NET-0003`'],
    [
      'a session of `/v1/listen` without a frame',
      seconds(speech.listenIdleMsDefault),
      'the session ends: 1011, `net0001`',
    ],
    [
      'a session of `/v2/listen` without audio',
      seconds(speech.turnIdleMsDefault),
      'the session ends: `INACTIVE_CLIENT`, 1011',
    ],
    [
      'callbacks of a world without an outcome',
      count(speech.callbacksMax),
      'the session ends: 1011 `NET-0000`',
    ],
    ['channels of audio', count(channelsMax), '400'],
    ['values of a repeated parameter', count(parameterValuesMax), '400'],
    ['words of a term of `replace`, `search`, `keyterm`', count(texts.termWordsMax), '400'],
    ['words of a replacement', count(texts.replacementWordsMax), '400'],
    ['a replacement', `${count(texts.replacementCharsMax)} characters`, '400'],
    ['words that replacements add to a result', count(texts.addedWordsMax), termStays],
    ['characters that they add to it', count(texts.addedCharsMax), termStays],
    ['hits of all terms of `search` in a result', count(texts.hitsMax), 'they are left out'],
    ['open sessions of a world', count(speech.sessionsMax), '429'],
    ['the lifetime of an access token', seconds(ttlSecondsMax * 1_000), '400'],
    ['the answer of a live thinker', seconds(limits.thoughtMsMax), nextIsAsked],
    ['its bytes', `${limits.thoughtBytesMax / 2 ** 20} MiB`, nextIsAsked],
    ['its sentences', count(limits.thoughtSentencesMax), nextIsAsked],
    ['the functions that it calls', count(limits.thoughtCallsMax), nextIsAsked],
    ["the answer of a function's endpoint", seconds(limits.functionMsMax), functionFails],
    ['its bytes', `${limits.functionBytesMax / 2 ** 10} KiB`, functionFails],
    ['such calls of a session in flight', count(limits.webhooksAtOnceMax), 'they wait'],
    ...limitsOfAgents.map((limit) => rowOf(limit, 'an Error, or 400')),
    ['the file of a fixture', `${fixtureBytesMax / 2 ** 20} MiB`, 'it is refused: exit code 1'],
    ['levels of lists and maps in such a file', count(jsonLevelsMax), 'it is refused: exit code 1'],
    [
      'events, wallets, mints of a fixture',
      count(fixtureEventsMax),
      'it is refused: 400, or exit code 1',
    ],
    ...limitsOfFixtures.map((limit) => rowOf(limit, 'it is refused: 400, or exit code 1')),
    ['a line of a recording', `${lineBytesMax / 2 ** 20} MiB`, 'it cannot be read: exit code 3'],
    ['entries up to an answer, in `inspect`', count(waitingMax), 'the answer stands on its own'],
    [
      'unlike entries in a row, in `diff`',
      count(exactItemsMax),
      'paired by less than their whole content',
    ],
    [
      'recordings without a name',
      `${unnamedRecordingsMax} are kept`,
      'the oldest under `.reprise/` goes',
    ],
  ]);
});

/** The sources of the schemas of settings, control routes and fixtures. */
const schemaSources = [
  'world-config.ts',
  'settings-limits.ts',
  ...sourcesBelow('control'),
  ...sourcesBelow('fixture'),
  ...services.flatMap(({ name }) => [
    `services/${name}/config.ts`,
    ...sourcesBelow(`services/${name}/control`),
    // Those named `shown` read what real services have answered: no client meets a bound of theirs.
    ...sourcesBelow(`services/${name}/fixture`).filter((file) => !file.includes('/shown-')),
  ]),
];

/** A number where a bound belongs: as an argument, compared, in a JSON schema, or as the quantifier of a pattern. */
const literalBound =
  /(?<!Math)\.(?:max|length|lte?|size)\([^()]*?\b\d[^()]*\)|[<>]=? *\d[\d_]+|\bmax(?:imum|[A-Z]\w+): \d[\d_]*|\{\d*,\d+\}/g;
const boundOfSchema = /(?<!Math)\.(?:max|length|lte?|size)\(([^()]*)\)/g;

/** Items of a fixed list, each at most once: limited by the length of that list. */
const lengthsOfLists = ['wallet.blockchains.length'];
const notLimits = [
  'perPageMax', // a setting
  'positionMax', // the largest number of `positionDigitsMax` digits
  'problemsMax', // limits a message
  'reasonCharsMax',
];

it('every bound of settings, control routes and fixtures has a name', () => {
  expect(boundsIn(literalBound)).toEqual([]);
});

it('every name of such a bound has a row in the documentation', () => {
  const bounds = boundsIn(boundOfSchema).filter((bound) => !lengthsOfLists.includes(bound));
  expect(bounds.filter((bound) => !/Max\b/.test(bound))).toEqual([]);
  const names = new Set(boundsIn(/\b(\w+Max)\b/g).filter((name) => !notLimits.includes(name)));
  expect([...names].filter((name) => namedLimits[name] === undefined)).toEqual([]);
});

it('every bound in the printed schemas is the number of a row', () => {
  const ofRows = new Set([
    ...Object.values(namedLimits).map(Number),
    walletKeyCharsMax + fingerprintChars,
    wallet.blockchains.length,
    Number.MAX_SAFE_INTEGER,
  ]);
  const printed = JSON.stringify([
    describeRoutes(controlRoutes, { version: '', baseUrl: '' }),
    toJsonSchema(fixtureSchema),
  ]);
  const bounds = [...printed.matchAll(/"(?:maximum|max[A-Z]\w+)":(\d+)(?![\d.])/g)];
  expect(bounds.length).toBeGreaterThan(100);
  expect(bounds.filter(([, value]) => !ofRows.has(Number(value))).map(([all]) => all)).toEqual([]);
});

/** All matches in the sources: the first group of each, or else the whole. */
function boundsIn(pattern: RegExp): readonly string[] {
  return schemaSources.flatMap((source) => {
    const text = readFileSync(new URL(source, adapters), 'utf8');
    return [...text.matchAll(pattern)].map(([all, group]) => group ?? all);
  });
}

function sourcesBelow(folder: string): readonly string[] {
  if (!existsSync(new URL(folder, adapters))) return []; // a service may have no control routes, or no fixture
  const names = readdirSync(new URL(folder, adapters), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.ts')).map((name) => `${folder}/${name}`);
}
