// Request and response schemas of the operator's routes of the calendar.

import { z } from 'zod';
import { calendar } from '../../../../core/index.ts';

export const password = z
  .string()
  .min(1)
  .max(calendar.passwordCharsMax)
  .meta({ description: 'The password that protects the content.' });

/** Degrees north or south of the equator, and east or west of Greenwich. */
export const latitudeMax = 90;
export const longitudeMax = 180;

/** Turns -0 into 0: JSON prints -0 as 0, and a restored world must equal the original. */
const withoutSign = (degrees: number) => degrees + 0;

export const geodata = z
  .strictObject({
    latitude: z.number().min(-latitudeMax).max(latitudeMax).overwrite(withoutSign),
    longitude: z.number().min(-longitudeMax).max(longitudeMax).overwrite(withoutSign),
  })
  .meta({ description: 'The position in degrees.' });

export const ticketed = z.boolean().meta({ description: 'Whether it has tickets.' });

const orNone = 'null removes it.';
const passwordOrNone = password
  .nullable()
  .exactOptional()
  .meta({ description: `The password that protects the content; ${orNone}` });

export const eventOperatorFields = z.strictObject({
  password: passwordOrNone,
  geodata: geodata
    .nullable()
    .exactOptional()
    .meta({ description: `The position of the venue in degrees; ${orNone}` }),
  ticketed: ticketed.exactOptional(),
  parent: z
    .int()
    .min(1)
    .nullable()
    .exactOptional()
    .meta({ description: `The id of the parent event; ${orNone}` }),
});

export const venueOperatorFields = z.strictObject({
  password: passwordOrNone,
  geodata: geodata
    .nullable()
    .exactOptional()
    .meta({ description: `The position in degrees; ${orNone}` }),
});

export const organizerOperatorFields = z.strictObject({ password: passwordOrNone });

const isProtected = z.boolean().meta({ description: 'Whether it has a password.' });
const place = geodata.nullable();
const record = z.looseObject({ id: z.int(), slug: z.string().exactOptional() });

export const eventAnswer = z.strictObject({
  event: record.meta({ description: 'The event, as the calendar API prints it.' }),
  protected: isProtected,
  geodata: place.meta({ description: 'The position of the venue.' }),
  ticketed,
  parent: z.int().nullable(),
});

export const venueAnswer = z.strictObject({
  venue: record.meta({ description: 'The venue, as the calendar API prints it.' }),
  protected: isProtected,
  geodata: place,
});

export const organizerAnswer = z.strictObject({
  organizer: record.meta({ description: 'The organizer, as the calendar API prints it.' }),
  protected: isProtected,
});
