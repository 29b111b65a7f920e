// The longest texts that the calendar takes, in UTF-16 code units. Adapters check them before anything is done with a text;
// README "Limits" lists them. Costs, descriptions of events and addresses of images have theirs beside what reads them.

/** A search: each text that is searched is compared with it. */
export const searchCharsMax = 200;
/** A title, a name or a slug. */
export const nameCharsMax = 1_000;
/** A line of an address, a phone number, an e-mail address. */
export const detailCharsMax = 500;
/** The address of a website. */
export const websiteCharsMax = 2_000;
/** A date in words. */
export const dateCharsMax = 200;
/** The password of a post, and that sent to read it. */
export const passwordCharsMax = 255;
/** The description of a venue or organizer: an event shows a thousand organizers. */
export const linkedHtmlCharsMax = 20_000;
/** The description of a category or tag: an event shows two thousand. */
export const termHtmlCharsMax = 5_000;
/** Any other value: numbers, ids, words. */
export const wordCharsMax = 1_000;
