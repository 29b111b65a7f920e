// The name of the program that sent a request.

/** The longest name, in characters. */
const nameCharsMax = 40;

/** The first product of a User-Agent, without its version, such as `axios`; undefined without one. */
export function clientName(userAgent: string | undefined): string | undefined {
  const [product = ''] = (userAgent ?? '').split(' ', 1);
  const name = product.slice(0, nameCharsMax).replace(/\/\d[^/]*$/, '');
  return name === '' ? undefined : name;
}
