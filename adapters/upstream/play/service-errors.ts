// Errors of a playback, in the form of the service that owns a path.

import { services } from '../../services/index.ts';
import type { Refuse } from './play-server.ts';

export function serviceErrors(): Refuse {
  const created = services.map(({ create }) => create({}));
  return (request, status, message) => {
    const service = created.find(({ owns }) => owns(request.path));
    return (
      service?.refuse(request, status, message, undefined) ?? {
        status,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ message }),
      }
    );
  };
}
