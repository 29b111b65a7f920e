// The verb `doctor`: checks this installation and prints what to repair.

import { Command } from 'commander';
import { exitCodes } from '../support/errors.ts';
import type { CliHost } from '../support/cli-host.ts';

export function doctorCommand(host: CliHost, finish: (code: number) => void): Command {
  return new Command('doctor')
    .description(
      'Check Node, SQLite, this folder or the store in PostgreSQL, the settings, the port and the running server. Changes nothing.',
    )
    .option('--json', 'print one JSON object {isFine, findings}')
    .action(async (flags: { json?: boolean }) => {
      const { checkAll } = await import('./doctor.ts');
      const all = await checkAll(host);
      const isFine = all.every((finding) => finding.isFine);
      if (flags.json === true) host.print(JSON.stringify({ isFine, findings: all }));
      else
        for (const finding of all) host.print(`${finding.isFine ? 'ok ' : 'fix'}  ${finding.text}`);
      if (!isFine) finish(exitCodes.differs);
    });
}
