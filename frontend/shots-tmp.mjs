import { chromium } from "@playwright/test";
const base = process.env.BASE;
const PASSWORD = process.env.PW;
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
async function page(who, path, width, scheme) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme, reducedMotion: "reduce", locale: "en-US" });
  const page = await context.newPage();
  await page.goto(base + "/login");
  await page.getByLabel(/^Email/).fill(`${who}@daybook.example`);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: /^Login|Sign in/i }).click();
  await page.waitForURL(/\/(employee|manager|hr|admin)/);
  await page.goto(base + path);
  await page.waitForTimeout(1500);
  return page;
}
const out = process.env.OUT;
const jobs = JSON.parse(process.env.JOBS);
for (const [name, who, path, width, scheme, act] of jobs) {
  try {
    const p = await page(who, path, width, scheme);
    if (act) await new Function("p", `return (async () => { ${act} })()`)(p);
    await p.waitForTimeout(400);
    await p.screenshot({ path: `${out}/${name}.png`, fullPage: true });
    await p.context().close();
    console.log("ok", name);
  } catch (e) { console.log("fail", name, String(e).slice(0, 300)); }
}
await browser.close();
