// The wire forms of what an operator gives to events, venues and organizers.

import { z } from 'zod';
import { calendar } from '../../../../core/index.ts';

export const password = z
  .string()
  .min(1)
  .max(calendar.passwordCharsMax)
  .meta({ description: 'The password that its content is for.' });

/** Degrees of a place, to either side of the equator and of Greenwich. */
export const latitudeMax = 90;
export const longitudeMax = 180;

/** Minus zero is zero: JSON prints it so, and a world is to be the same when it is read again. */
const withoutSign = (degrees: number) => degrees + 0;

export const geodata = z
  .strictObject({
    latitude: z.number().min(-latitudeMax).max(latitudeMax).overwrite(withoutSign),
    longitude: z.number().min(-longitudeMax).max(longitudeMax).overwrite(withoutSign),
  })
  .meta({ description: 'Where it is, in degrees.' });

export const ticketed = z.boolean().meta({ description: 'Whether there are tickets to it.' });

const orNone = 'null takes it away.';
const passwordOrNone = password
  .nullable()
  .exactOptional()
  .meta({ description: `The password that its content is for; ${orNone}` });

export const eventOperatorFields = z.strictObject({
  password: passwordOrNone,
  geodata: geodata
    .nullable()
    .exactOptional()
    .meta({ description: `Where its venue is, in degrees; ${orNone}` }),
  ticketed: ticketed.exactOptional(),
  parent: z
    .int()
    .min(1)
    .nullable()
    .exactOptional()
    .meta({ description: `The id of the event that it belongs to; ${orNone}` }),
});

export const venueOperatorFields = z.strictObject({
  password: passwordOrNone,
  geodata: geodata
    .nullable()
    .exactOptional()
    .meta({ description: `Where it is, in degrees; ${orNone}` }),
});

export const organizerOperatorFields = z.strictObject({ password: passwordOrNone });

const isProtected = z.boolean().meta({ description: 'Whether it has a password.' });
const place = geodata.nullable();
const record = z.looseObject({ id: z.int(), slug: z.string().exactOptional() });

export const eventAnswer = z.strictObject({
  event: record.meta({ description: 'The event, as the calendar API shows it.' }),
  protected: isProtected,
  geodata: place.meta({ description: 'Where its venue is.' }),
  ticketed,
  parent: z.int().nullable(),
});

export const venueAnswer = z.strictObject({
  venue: record.meta({ description: 'The venue, as the calendar API shows it.' }),
  protected: isProtected,
  geodata: place,
});

export const organizerAnswer = z.strictObject({
  organizer: record.meta({ description: 'The organizer, as the calendar API shows it.' }),
  protected: isProtected,
});
