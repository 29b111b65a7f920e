// The verb `export`: its flags.

import { Command } from 'commander';
import type { CliHost } from '../support/cli-host.ts';
import type { ExportFlags } from './export.ts';

export function exportCommand(host: CliHost, finish: (code: number) => void): Command {
  return new Command('export')
    .description(
      'Write a recording, of real services or of a world, as a HAR, of which an import gives the same recording, ' +
        'or as one HTML file with the studio in it, which opens without a server.',
    )
    .argument('<recording>', 'the recording')
    .option('--har', 'as an HTTP Archive, which browsers and proxies read')
    .option('--html', 'as a page that shows what happened, with what it needs to be looked at')
    .option(
      '-o, --output <file>',
      'file to create (default: the recording, with the ending .har or .html)',
    )
    .option('--allow-cut', 'export the part of a recording that a crash cut short (HTML: always)')
    .option('--json', 'print one JSON object at the end')
    .action(async (recording: string, flags: ExportFlags) => {
      const { exportRecording } = await import('./export.ts');
      finish(await exportRecording(recording, flags, host));
    });
}
