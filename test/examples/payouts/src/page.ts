// The page that lists payouts, and updates the list.

import type { Payout } from './payout.ts';

export function payoutsPage(payouts: readonly Payout[]): string {
  const rows = payouts.map(
    ({ reference, address, amount, status }) =>
      `<tr><td>${escaped(reference)}</td><td>${escaped(amount)} USDC</td><td>${escaped(address)}</td><td>${status}</td></tr>`,
  );
  return `<!doctype html>
<html lang="en">
  <title>Payouts</title>
  <h1>Payouts</h1>
  <table>
    <thead><tr><th>Reference</th><th>Amount</th><th>To</th><th>Status</th></tr></thead>
    <tbody>${rows.join('\n')}</tbody>
  </table>
  <script>
    setInterval(async () => {
      const text = await (await fetch('/')).text();
      const { body } = new DOMParser().parseFromString(text, 'text/html');
      document.querySelector('tbody').replaceWith(body.querySelector('tbody'));
    }, 5_000);
  </script>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
