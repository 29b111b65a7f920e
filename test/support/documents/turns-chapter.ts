// Generates the chapter on turns of core/speech/README.md from the table, the curve and the bounds of the source.

import { confidenceCurve, silenceFor } from '../../../core/speech/turns/confidence.ts';
import {
  conditionText,
  transitions,
  turnWordsMax,
  updateHops,
} from '../../../core/speech/turns/machine.ts';
import {
  keytermCharsMax,
  keytermsMax,
  thresholdBounds,
  turnSettingsDefault,
  type TurnThresholds,
} from '../../../core/speech/turns/thresholds.ts';

const arrows = transitions.map(
  (row) => `  ${row.from} --> ${row.to}: ${row.event}, if ${conditionText(row)}`,
);

const points = confidenceCurve.map(
  ([hops, hundredths]) => `| ${hops / 100} | ${hundredths / 100} |`,
);

const members = Object.keys(thresholdBounds) as (keyof TurnThresholds)[];

const settings = members.map((member) => {
  const { name, min, max } = thresholdBounds[member];
  const usual = turnSettingsDefault.thresholds[member] ?? 'none: no `EagerEndOfTurn`';
  return `| \`${name}\` | ${min} to ${max} | ${usual} |`;
});

export const turnsChapter = `## Turns

[turns/](turns) makes the events of \`/v2/listen\` out of words and silence, hop by hop (10 ms), by this table: the first row that holds is
taken, until none holds. So an \`EagerEndOfTurn\` comes before an \`EndOfTurn\` at the same hop, and both have the same text.

\`\`\`mermaid
stateDiagram-v2
  [*] --> idle
${arrows.join('\n')}
\`\`\`

- \`turn_index\` grows by one with each \`EndOfTurn\`, and the next window begins there. Updates between turns have no text and the index
  of the turn to come.
- An \`Update\` comes ${updateHops / 100} s of audio after the last event of any kind.
- A turn has at most ${turnWordsMax} words. Word ${turnWordsMax + 1} ends it, and begins the next.
- Words that no source knows make a sentence, whose full stop comes with \`EagerEndOfTurn\` and \`EndOfTurn\`. Words have the spelling of
  key terms and half the doubt. Other key terms apply to later words only, so that an \`EndOfTurn\` has the text of its
  \`EagerEndOfTurn\`.
- \`CloseStream\` ends no turn: what is not reported yet comes as \`StartOfTurn\`, \`TurnResumed\` or \`Update\`.
- \`eot_timeout_ms\` matters below ${(silenceFor(thresholdBounds.endOfTurn.max) ?? 0) * 10} only: by then the confidence reaches every threshold. A turn that ends by its
  timeout or its words needs no \`EagerEndOfTurn\`.

| silence in s | \`end_of_turn_confidence\` |
| --- | --- |
${points.join('\n')}

It is linear between these points, 0 in speech and between turns.

| setting | bounds | default |
| --- | --- | --- |
${settings.join('\n')}

\`eager_eot_threshold\` is at most \`eot_threshold\`. There are at most ${keytermsMax} key terms of at most ${keytermCharsMax} characters. A \`Configure\` message
applies from its place in the audio on, with all its parts or with none.
`;
