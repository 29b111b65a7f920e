import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  endOfDay,
  formatSeconds,
  startOfDay,
  wallSecondsMax,
  wallSecondsMin,
} from '../../core/calendar/dates/civil.ts';
import { eventDate, parseDate } from '../../core/calendar/dates/strtotime.ts';
import { zoneNamed } from '../../core/calendar/dates/zones.ts';
import { dateFragments, dateText } from '../support/arbitraries/date-texts.ts';

const aDay = 86_400;
const zone = fc
  .constantFrom(
    'UTC',
    'Europe/Paris',
    'America/New_York',
    'America/St_Johns',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Pacific/Apia',
    'Africa/Casablanca',
    'Asia/Gaza',
    'UTC+5.5',
    'UTC-11',
  )
  .map((name) => zoneNamed(name)!);
const seconds = fc.integer({ min: wallSecondsMin + aDay, max: wallSecondsMax - aDay });
const present = fc.record({ nowSeconds: fc.integer({ min: 0, max: 4_000_000_000 }), zone });

describe("an event's date", () => {
  it('has a wall clock and an instant that agree in its time zone, for any text', () => {
    fc.assert(
      fc.property(fc.oneof(dateText, dateFragments), present, (text, at) => {
        const date = eventDate(text, at);
        if (date === undefined) return;
        expect(at.zone.wallOf(date.utcSeconds)).toBe(date.wallSeconds);
        expect(at.zone.utcOf(date.wallSeconds)).toBe(date.utcSeconds);
      }),
    );
  });

  it('is the same when its own text is parsed again', () => {
    fc.assert(
      fc.property(fc.oneof(dateText, dateFragments), present, present, (text, at, later) => {
        const date = eventDate(text, at);
        if (date === undefined) return;
        const again = eventDate(formatSeconds(date.wallSeconds), { ...later, zone: at.zone });
        expect(again).toEqual(date);
      }),
    );
  });
});

describe('an instant', () => {
  it('is recovered from its wall clock, except in an hour that occurs twice', () => {
    fc.assert(
      fc.property(seconds, zone, (utc, of) => {
        const again = of.utcOf(of.wallOf(utc));
        expect(of.wallOf(again)).toBe(of.wallOf(utc));
        expect(Math.abs(again - utc)).toBeLessThanOrEqual(aDay);
      }),
    );
  });
});

describe('a wall clock', () => {
  it('is shown by the instant that it denotes, unless it is skipped', () => {
    fc.assert(
      fc.property(seconds, zone, (wall, of) => {
        const shown = of.wallOf(of.utcOf(wall));
        expect(shown - wall).toBeGreaterThanOrEqual(0);
        expect(shown - wall).toBeLessThanOrEqual(aDay); // Samoa once skipped a whole day
      }),
    );
  });

  it('is read back from its text, also with a T, in every zone', () => {
    fc.assert(
      fc.property(seconds, present, (wall, at) => {
        const utc = zoneNamed('UTC')!;
        const text = formatSeconds(wall);
        for (const form of [
          text,
          text.replace(' ', 'T'),
          `${text}Z`,
          `${text.replace(' ', 'T')}+05:30`,
        ])
          expect(parseDate(form, { ...at, zone: utc })?.wallSeconds).toBe(wall);
        expect(parseDate(text, at)?.utcSeconds).toBe(at.zone.utcOf(wall));
        expect(eventDate(`${text} Asia/Tokyo`, at)?.utcSeconds).toBe(at.zone.utcOf(wall));
      }),
    );
  });

  it('lies between the beginning and the end of its day', () => {
    fc.assert(
      fc.property(seconds, (wall) => {
        const day = formatSeconds(wall).slice(0, 10);
        expect(formatSeconds(startOfDay(wall))).toBe(`${day} 00:00:00`);
        expect(formatSeconds(endOfDay(wall))).toBe(`${day} 23:59:59`);
      }),
    );
  });
});
