import { defineConfig } from '@playwright/test';

// The browser of the system; by default, that of `npx playwright install chromium`.
const executablePath = process.env['CHROMIUM'];

export default defineConfig({
  testDir: 'e2e',
  use: { launchOptions: executablePath ? { executablePath } : {} },
});
