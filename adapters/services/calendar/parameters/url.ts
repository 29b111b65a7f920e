// Validates URLs: absolute, printable ASCII, with a well-formed host.

/** Whether the original's filter accepts a text as a URL (reference/calendar.md sections 5.1 and 6.2). */
export function isUrl(text: string): boolean {
  if (text.length <= hostCharsMax && webAddress.test(text)) return true; // the common case
  if (!/^[!-~]+$/.test(text) || !/^[a-z][a-z0-9+.-]*:/i.test(text)) return false;
  if (/^(mailto|news|file):./i.test(text)) return true;
  const authority = /^[^:]+:\/\/([^/?#]*)/.exec(text)?.[1];
  if (authority === undefined) return false;
  const [, host = '', port] =
    /^(?:[^@]*@)?(\[[^\]]*\]|[^:]*)(?::(\d{0,5}))?$/.exec(authority) ?? [];
  if (Number(port ?? 0) > portMax || host === '') return false;
  return !/^https?:/i.test(text) || isHost(host);
}

const portMax = 65_535;
const hostCharsMax = 253;

function isHost(host: string): boolean {
  if (host.startsWith('[')) return URL.canParse(`http://${host}/`);
  const labels = host.replace(/\.$/, '').split('.');
  return host.length <= hostCharsMax && labels.every((label) => hostLabel.test(label));
}

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const hostLabel = new RegExp(`^${label}$`, 'i');
const webAddress = new RegExp(`^https?://${label}(?:\\.${label})*(?:[/?#][!-~]*)?$`, 'i');
