// Encodes pictures as WebP, by the browser that has taken them: half the bytes of its PNG.

import type { Page } from '@playwright/test';

const quality = 0.85;

/** In an empty page beside the given one, since a Content-Security-Policy may allow no data as images. */
export async function webpOf(page: Page, png: Buffer): Promise<Buffer> {
  const encoder = await page.context().newPage();
  const source = `data:image/png;base64,${png.toString('base64')}`;
  const encoded = await encoder.evaluate(
    async ([from, part]) => {
      const image = new Image();
      image.src = from;
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.width, image.height];
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', part);
    },
    [source, quality] as const,
  );
  await encoder.close();
  return Buffer.from(encoded.slice(encoded.indexOf(',') + 1), 'base64');
}
