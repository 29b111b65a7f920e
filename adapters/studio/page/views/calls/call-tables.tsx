// Tables beside the picture of a call: the words, and the results in which they were recognized.

import type { JSX } from 'preact';
import { printPlace } from './call-times.ts';
import type { ShownCall } from './call.ts';
import { At } from './turn-table.tsx';

/** The most rows of a table; the first ones are shown. */
const rowsMax = 2_000;

export function ResultTable({ call }: { readonly call: ShownCall }): JSX.Element | null {
  const { results, startMs } = call;
  if (results.length === 0) return null;
  return (
    <details>
      <summary>Results of recognition ({results.length})</summary>
      <div class="scrolling" tabIndex={0} role="region" aria-label="Results of recognition">
        <table>
          <thead>
            <tr>
              <th scope="col">Known at</th>
              <th scope="col">Audio</th>
              <th scope="col">Result</th>
              <th scope="col">Text</th>
            </tr>
          </thead>
          <tbody>
            {results.slice(0, rowsMax).map(({ position, isFinal, note, text, ...place }) => (
              <tr key={position} class={isFinal ? 'final' : 'interim'}>
                <td class="tabular">
                  <At position={position}>{printPlace(place.atMs - startMs)}</At>
                </td>
                <td class="tabular">
                  {printPlace(place.startMs - startMs)} to {printPlace(place.endMs - startMs)}
                </td>
                <td>
                  {isFinal ? 'final' : 'interim'}
                  {note === '' ? '' : `, ${note}`}
                </td>
                <td>{text === '' ? <span class="empty">no words</span> : text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

export function WordTable({ call }: { readonly call: ShownCall }): JSX.Element | null {
  const { words, startMs } = call;
  if (words.length === 0) return null;
  const hasSpeakers = words.some(({ speaker = 0 }) => speaker > 0);
  return (
    <details>
      <summary>Words ({words.length})</summary>
      <div class="scrolling" tabIndex={0} role="region" aria-label="Words">
        <table>
          <thead>
            <tr>
              <th scope="col">From</th>
              <th scope="col">To</th>
              <th scope="col">Side</th>
              {hasSpeakers ? <th scope="col">Speaker</th> : null}
              <th scope="col">Word</th>
              <th scope="col">State</th>
            </tr>
          </thead>
          <tbody>
            {words.slice(0, rowsMax).map((word, index) => (
              <tr key={`${word.position} ${index}`}>
                <td class="tabular">
                  <At position={word.position}>{printPlace(word.startMs - startMs)}</At>
                </td>
                <td class="tabular">{printPlace(word.endMs - startMs)}</td>
                <td>{word.side}</td>
                {hasSpeakers ? <td>{word.speaker}</td> : null}
                <td>{word.state === 'dropped' ? <s>{word.text}</s> : word.text}</td>
                <td>
                  {word.state}
                  {word.isAbout ? ', about here' : ''}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
