// Length limits of texts, in UTF-16 code units. Adapters check them first; adapters/README.md lists them. The limits of
// costs, event descriptions and image URLs are beside their parsers.

/** A search: it is compared with each searchable text. */
export const searchCharsMax = 200;
/** A title, a name or a slug. */
export const nameCharsMax = 1_000;
/** A line of an address, a phone number, an e-mail address. */
export const detailCharsMax = 500;
/** The address of a website. */
export const websiteCharsMax = 2_000;
/** A date in words. */
export const dateCharsMax = 200;
/** The password of a post, and the one sent to read it. */
export const passwordCharsMax = 255;
/** The description of a venue or organizer: an event may print a thousand organizers. */
export const shortHtmlCharsMax = 20_000;
/** The description of a category or tag: an event may print two thousand. */
export const termHtmlCharsMax = 5_000;
/** Any other value: numbers, ids, words. */
export const wordCharsMax = 1_000;
