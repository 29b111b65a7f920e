// The types of speech routes and of the request context that handlers receive.

import type { World } from '../../../core/index.ts';
import type { HttpRequest } from '../../protocol/messages.ts';
import type { Route } from '../../protocol/routes/route.ts';
import type { Parsed, SchemaReader } from '../../protocol/routes/schema-reader.ts';

export interface SpeechRouteContext {
  readonly request: HttpRequest;
  readonly world: World;
  /** The id of the response. The first call draws it. */
  readonly requestId: () => string;
}

export interface SpeechRoute<Body = unknown> extends Route<SpeechRouteContext, Parsed<Body>> {
  readonly reads: SchemaReader<Body, unknown, unknown>;
}

export function speechRoute<Body>(form: SpeechRoute<Body>): SpeechRoute {
  return form;
}
