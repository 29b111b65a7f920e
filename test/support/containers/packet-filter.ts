// The rules of the packet filter of this machine, of which a Docker daemon leaves its own behind: they are removed by comparison.

import { readFileSync, writeFileSync } from 'node:fs';
import { runProgram } from './programs.ts';

const forwarding = '/proc/sys/net/ipv4/ip_forward';

export interface PacketFilter {
  /** Chains with their policies, such as `filter FORWARD ACCEPT`. */
  readonly chains: readonly string[];
  /** Such as `filter -A FORWARD -j DOCKER-USER`. */
  readonly rules: readonly string[];
  /** Whether packets are forwarded: `0` or `1`. */
  readonly forwards: string;
}

export async function readPacketFilter(): Promise<PacketFilter> {
  const chains: string[] = [];
  const rules: string[] = [];
  let table = '';
  for (const line of (await runProgram('iptables-save', [])).split('\n')) {
    if (line.startsWith('*')) table = line.slice(1);
    const [, chain = '', policy = ''] = /^:(\S+) (\S+)/.exec(line) ?? [];
    if (chain !== '') chains.push(`${table} ${chain} ${policy}`);
    if (line.startsWith('-A ')) rules.push(`${table} ${line}`);
  }
  return { chains, rules, forwards: readFileSync(forwarding, 'utf8') };
}

/** Removes what was not there before, and sets the policies as they were. */
export async function restorePacketFilter(before: PacketFilter): Promise<void> {
  const now = await readPacketFilter();
  const isNew = (line: string) => !before.rules.includes(line);
  for (const line of now.rules.filter(isNew)) {
    const [table = '', , ...rest] = line.split(' ');
    // By a shell: words may be quoted.
    await runProgram('sh', ['-c', `iptables -w -t ${table} -D ${rest.join(' ')}`]);
  }
  const known = new Map(before.chains.map((line) => [nameOf(line), line]));
  for (const line of now.chains) {
    const [table = '', chain = ''] = line.split(' ');
    const earlier = known.get(nameOf(line));
    if (earlier === line) continue;
    const policy = earlier?.split(' ')[2];
    if (policy !== undefined) await iptables(table, '-P', chain, policy);
    else if (line.endsWith(' -')) await iptables(table, '-X', chain);
  }
  if (now.forwards !== before.forwards) writeFileSync(forwarding, before.forwards);
}

const nameOf = (line: string) => line.split(' ').slice(0, 2).join(' ');

async function iptables(table: string, ...args: readonly string[]): Promise<void> {
  await runProgram('iptables', ['-w', '-t', table, ...args]);
}
