// Finds the service that a request is for, and its world.

import type { World } from '../../core/index.ts';
import type { HttpRequest } from './messages.ts';
import type { Service } from './service.ts';
import { worldNamePattern } from './world-name.ts';

export interface WorldDirectory {
  /** Finds the world of a request, or creates it if worlds are created on demand. */
  readonly worldNamed: (
    name: string,
    request: HttpRequest,
  ) => World | undefined | Promise<World | undefined>;
  /** A world that is loaded. Requests for all others share one queue, so that callers cannot add queues. */
  readonly loadedWorld?: (name: string) => World | undefined;
}

export class ServiceDirectory {
  readonly services: readonly Service[];
  readonly #worlds: WorldDirectory;

  /** `services` in order of precedence: the first that owns a path answers. */
  constructor(services: readonly Service[], worlds: WorldDirectory) {
    this.services = services;
    this.#worlds = worlds;
  }

  /** The service that owns a path. */
  ownerOf({ path }: Pick<HttpRequest, 'path'>): Service | undefined {
    return this.services.find((candidate) => candidate.owns(path));
  }

  /** At a path that no service owns, an upgrade can only be meant for a channel. */
  channelOwnerOf(request: Pick<HttpRequest, 'path'>): Service | undefined {
    return this.ownerOf(request) ?? this.services.find(({ channelAt }) => channelAt !== undefined);
  }

  /** The service that owns the path, or serves a page at it, for GET and HEAD. */
  answererOf(request: HttpRequest): Service | undefined {
    const { method, path } = request;
    const owner = this.ownerOf(request);
    if (owner !== undefined || (method !== 'GET' && method !== 'HEAD')) return owner;
    return this.services.find(({ hasPageAt }) => hasPageAt?.(path) === true);
  }

  /** The world of a request to a service that is in a world. */
  worldOf(
    { isInWorld }: Service,
    request: HttpRequest,
  ): World | undefined | Promise<World | undefined> {
    const isNamed = isInWorld && worldNamePattern.test(request.worldName);
    return isNamed ? this.#worlds.worldNamed(request.worldName, request) : undefined;
  }

  /** The world that a request names, if it is loaded. */
  loadedWorldOf({ worldName }: HttpRequest): World | undefined {
    return this.#worlds.loadedWorld?.(worldName);
  }

  /** Whether a world is loaded, as far as this is known. */
  isLoaded(name: string): boolean {
    const { loadedWorld } = this.#worlds;
    return loadedWorld === undefined || loadedWorld(name) !== undefined;
  }
}
