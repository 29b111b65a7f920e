import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { imageOfUrl, imageUrlLengthMax } from '../../../../core/calendar/text/image-url.ts';
import { anyText } from '../../../support/arbitraries/hostile-text.ts';

const none = () => false;

describe('imageOfUrl', () => {
  it.each([
    ['http://example.org/pic.jpg', 'pic.jpg', 'image/jpeg'],
    ['https://example.org:8443/a/b/Pic.JPEG?size=1#top', 'Pic.jpeg', 'image/jpeg'],
    ['http://127.0.0.1/x.png', 'x.png', 'image/png'],
    ['http://localhost/x.gif', 'x.gif', 'image/gif'],
    ['http://u:p@h/x.webp', 'x.webp', 'image/webp'],
    ['http://h/x.avif', 'x.avif', 'image/avif'],
    ['http://h/x.bmp', 'x.bmp', 'image/bmp'],
    ['http://h/My%20Town (2).png', undefined, undefined],
    ['http://h/My%20Town%20(2).png', 'My-Town-2.png', 'image/png'],
    ['http://h/%d1%8f.png', 'image.png', 'image/png'],
    ['http://h/x.svg', undefined, undefined],
    ['http://h/x.constructor', undefined, undefined],
    ['http://h/x.jpg/', undefined, undefined],
    ['http://h/?x.jpg', undefined, undefined],
    ['http://h.jpg', undefined, undefined],
    ['http://h/.jpg', undefined, undefined],
    ['ftp://h/x.jpg', undefined, undefined],
    ['//h/x.jpg', undefined, undefined],
    ['http:///x.jpg', undefined, undefined],
    ['http://site.localhost/x.jpg', undefined, undefined],
    ['http://site.INVALID:80/x.jpg', undefined, undefined],
    ['x.jpg', undefined, undefined],
    ['', undefined, undefined],
  ])('names the file of %j %j', (url, fileName, mimeType) => {
    const image = imageOfUrl(url, none);
    expect([image?.fileName, image?.mimeType]).toEqual([fileName, mimeType]);
  });

  it('has four smaller sizes', () => {
    const image = imageOfUrl('http://h/pic.jpg', none);
    expect(image).toMatchObject({
      extension: 'jpg',
      width: 1200,
      height: 800,
      sizes: {
        thumbnail: { fileName: 'pic-150x150.jpg', width: 150, height: 150, mimeType: 'image/jpeg' },
        medium: { fileName: 'pic-300x200.jpg', width: 300, height: 200 },
        medium_large: { fileName: 'pic-768x512.jpg', width: 768, height: 512 },
        large: { fileName: 'pic-1024x683.jpg', width: 1024, height: 683 },
      },
    });
    const bytes = Object.values(image?.sizes ?? {}).map(({ fileBytes }) => fileBytes);
    expect([...bytes].sort((one, other) => one - other)).toEqual(bytes);
    expect(image?.fileBytes).toBeGreaterThan(bytes.at(-1) ?? Infinity);
    expect(imageOfUrl('http://h/pic.jpg', none)).toEqual(image);
    expect(imageOfUrl('http://other/pic.jpg', none)?.fileBytes).not.toBe(image?.fileBytes);
  });

  it('makes file names unique', () => {
    const taken = new Set(['pic.jpg', 'pic-1.jpg']);
    const image = imageOfUrl('http://h/pic.jpg', (name) => taken.has(name));
    expect(image?.fileName).toBe('pic-2.jpg');
    expect(image?.sizes.medium.fileName).toBe('pic-2-300x200.jpg');
  });

  it('accepts URLs up to a length, and never throws', () => {
    const url = (length: number) => `http://h/${'a'.repeat(length - 13)}.jpg`;
    expect(imageOfUrl(url(imageUrlLengthMax), none)?.extension).toBe('jpg');
    expect(imageOfUrl(url(imageUrlLengthMax + 1), none)).toBeUndefined();
    fc.assert(
      fc.property(anyText, (text) => {
        const image = imageOfUrl(`http://h/${text}.png`, none);
        if (image !== undefined) expect(image.fileName).toMatch(/^\w(?:[\w.-]*\w)?\.png$/);
      }),
    );
  });
});
