import { chromium } from '@playwright/test';
const B = process.env.B ?? 'http://127.0.0.1:8123';
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--headless','--no-sandbox','--disable-gpu','--disable-quic','--no-first-run','--disable-background-networking','--disable-component-update','--disable-sync'] });
const who = { employee: ['/employee','/employee/timesheet','/employee/notifications'], manager: ['/manager','/manager/team-timesheets?range=all-waiting','/manager/resubmission-notifications'] };
const only = process.argv[2];
for (const [w, h, name] of [[1440, 900, 'wide'], [390, 844, 'phone']]) {
  for (const scheme of ['light', 'dark']) {
    for (const role of Object.keys(who)) {
      const ctx = await b.newContext({ viewport: { width: w, height: h }, colorScheme: scheme });
      const p = await ctx.newPage();
      p.on('console', m => { if (['error','warning'].includes(m.type())) console.log(role, scheme, name, m.type(), m.text()); });
      p.on('pageerror', e => console.log('pageerror', e.message));
      await p.goto(B + '/login'); 
      if (role === 'employee') { await p.waitForTimeout(600); await p.screenshot({ path: `/tmp/shots/login-${name}-${scheme}.png` }); await p.goto(B + '/'); await p.waitForTimeout(800); await p.screenshot({ path: `/tmp/shots/landing-${name}-${scheme}.png`, fullPage: true }); await p.goto(B + '/login'); }
      await p.getByLabel('Email').fill(role + '@daybook.example');
      await p.getByLabel('Password', { exact: true }).fill('daybook');
      await p.getByRole('button', { name: 'Sign In' }).click();
      await p.waitForURL(B + '/' + role);
      for (const path of who[role]) {
        await p.goto(B + path); await p.waitForTimeout(1200);
        await p.screenshot({ path: `/tmp/shots/${path.replace(/\?.*/, '').slice(1).replace(/\//g, '-')}-${name}-${scheme}.png`, fullPage: true });
      }
      await ctx.close();
    }
  }
}
await b.close();
