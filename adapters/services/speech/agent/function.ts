// Functions that the voice agent may call.

import { z } from 'zod';
import type { Json, speech } from '../../../../core/index.ts';
import { endpointOf, functionEndpoint } from './endpoint.ts';
import {
  functionDescriptionCharsMax,
  functionNameCharsMax,
  functionParametersCharsMax,
} from './limits.ts';
import { invalid } from './problem.ts';
import type { AgentReading } from './rules.ts';
import { functionPlace } from './secrets.ts';

/** Refuses unknown members, such as `client_side`: a function without an endpoint is client-side. */
export const functionSchema = z
  .strictObject({
    name: z.string().min(1).max(functionNameCharsMax),
    description: z.string().max(functionDescriptionCharsMax).exactOptional(),
    parameters: z
      .record(z.string(), z.unknown())
      .exactOptional()
      .meta({ description: 'The JSON schema of its arguments.' }),
    defer_until_eot: z.boolean().exactOptional().meta({
      description: 'Accepted: functions are called behind the end of the turn in any case.',
    }),
    endpoint: functionEndpoint.exactOptional(),
  })
  .meta({ description: 'A function that the agent may call.' });

type GivenFunction = z.infer<typeof functionSchema>;

/** The schema of a function without parameters. */
const noParameters = { type: 'object', properties: {} };

/** The functions of a thinker. */
export function functionsOf(
  given: readonly GivenFunction[],
  place: string,
  entry: number,
  reading: AgentReading,
): readonly speech.AgentFunction[] {
  const names = new Set<string>();
  return given.map((each, index) => {
    const { name } = each;
    const own = `${place}.${index}`;
    if (names.has(name)) throw invalid(`${own}.name`, 'must not be that of an earlier function');
    names.add(name);
    return functionOf(each, own, functionPlace(entry, name), reading);
  });
}

function functionOf(
  { name, description = '', parameters = noParameters, endpoint }: GivenFunction,
  place: string,
  key: string,
  reading: AgentReading,
): speech.AgentFunction {
  if (JSON.stringify(parameters).length > functionParametersCharsMax) {
    const limit = `must have at most ${functionParametersCharsMax} characters of JSON`;
    throw invalid(`${place}.parameters`, limit);
  }
  return {
    name,
    description,
    parameters: parameters as Readonly<Record<string, Json>>,
    endpoint:
      endpoint === undefined
        ? null
        : {
            ...endpointOf(endpoint, `${place}.endpoint`, key, reading),
            method: endpoint.method ?? 'POST',
          },
  };
}
