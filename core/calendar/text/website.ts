// What counts as a URL for `website`.

/** The longest host, and the longest label in it. */
const hostLengthMax = 253;
const hostLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

/** Schemes that the original keeps; it empties what has another, such as `javascript`. */
const schemes = new Set(
  'http https ftp ftps mailto news irc irc6 ircs gopher nntp feed telnet mms rtsp sms svn tel fax xmpp webcal urn'.split(
    ' ',
  ),
);

/** Schemes whose addresses name no host. */
const hostlessSchemes = new Set(['mailto', 'news']);

const hostUrl =
  /^([a-z][a-z0-9+.-]*):\/\/(?:[^/?#@]*@)?(\[[0-9a-f:.]+\]|[^/?#@:[\]]+)(?::(\d{0,5}))?(?:[/?#].*)?$/i;
const hostlessUrl = /^([a-z]+):[^/].*$/i;
const urlCharacters = /^[\w$.+!*'(),{}|\\^~[\]`<>#%";/?:@&=-]+$/;

/**
 * Whether a text is a URL: of ASCII characters that URLs may have, with a scheme that may be linked, a host (for http(s) one
 * of right labels) and a port that exists. As PHP's `FILTER_VALIDATE_URL` says, less the schemes that WordPress would drop.
 */
export function isWebsite(text: string): boolean {
  if (!urlCharacters.test(text)) return false;
  const [, scheme = '', host, port = ''] = hostUrl.exec(text) ?? hostlessUrl.exec(text) ?? [];
  const name = scheme.toLowerCase();
  if (!schemes.has(name) || Number(port) > 65_535) return false;
  if (host === undefined) return hostlessSchemes.has(name);
  return !/^https?$/.test(name) || host.startsWith('[') || isHost(host);
}

function isHost(host: string): boolean {
  const name = host.replace(/\.$/, '');
  return name.length <= hostLengthMax && name.split('.').every((label) => hostLabel.test(label));
}
