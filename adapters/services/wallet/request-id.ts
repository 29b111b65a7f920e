// The id of a response. It is drawn in the first task of the request, so that it depends on the position that the response
// reflects; without any task it is drawn at the end.

import type { InPieces, World } from '../../../core/index.ts';
import type { HttpRequest, HttpResponse } from '../../protocol/messages.ts';
import { worldlessRequestId } from '../../protocol/worldless-ids.ts';

/** The tasks of a request in its world. */
export type RequestTasks = Pick<World, 'send' | 'sendInPieces' | 'read'>;

export class RequestId {
  /** Tasks that draw the id. */
  readonly tasks: RequestTasks;
  readonly #draw: () => string;
  #drawn: string | undefined;

  constructor(world: World) {
    this.#draw = () => (this.#drawn ??= world.requestId());
    this.tasks = {
      send: (request) =>
        world.send({
          ...request,
          respond: (...result) => {
            const answer = request.respond(...result);
            this.#draw();
            return answer;
          },
        }),
      sendInPieces: (request) =>
        world.sendInPieces({
          ...request,
          respond: (...result) => this.#drawnBefore(request.respond(...result)),
        }),
      read: (query, waitFor) =>
        world.read((states, view) => {
          this.#draw();
          return query(states, view);
        }, waitFor),
    };
  }

  /** Before the first piece: between two of them the command may be stored, and its request be recorded without the id. */
  *#drawnBefore<Answer>(answer: InPieces<Answer>): InPieces<Answer> {
    this.#draw();
    return yield* answer;
  }

  /** Adds the id, or the client's own, to a response. */
  addTo(request: HttpRequest, response: HttpResponse): HttpResponse {
    const isDrawn = this.#drawn !== undefined;
    const drawn = this.#draw(); // also if the client's own is echoed: the ids of later requests depend on their number
    const id = sentId(request) ?? drawn;
    const { headers } = response;
    return {
      ...response,
      headers: isDrawn ? { 'X-Request-Id': id, ...headers } : { ...headers, 'X-Request-Id': id },
    };
  }
}

/** For a response of no world. */
export function addWorldlessId(request: HttpRequest, response: HttpResponse): HttpResponse {
  const id = sentId(request) ?? worldlessRequestId(request.path);
  return { ...response, headers: { ...response.headers, 'X-Request-Id': id } };
}

/** A request id that is a UUID is echoed; any other is ignored (reference/wallet.md section 2). */
function sentId({ headers }: HttpRequest): string | undefined {
  const sent = headers['x-request-id'];
  const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(sent ?? '');
  return isUuid ? sent : undefined;
}
