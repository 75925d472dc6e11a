/** On dark screens. */
const darkColours =
  '--paper: #12161b; --sheet: #1a2027; --sunk: #222a33; --ink: #edf1f4; --soft: #9aa8b5; --rule: #2c353f; --rule-strong: #4a5662; --stamp: #ff6b4a; --stamp-deep: #ff8266; --on: #1b0f0b; --delivered: #4cc38a; --waiting: #e0b341; --shade: 0 12px 28px rgb(0 0 0 / .3)'

/**
 * The look of the public pages: that of the app (`apps/web/src/shared/ui/styles`), in one sheet inside each document, so
 * that the first paint waits for nothing else. The colours follow the system, because no script reads a choice.
 */
export const siteStyles = `
:root { color-scheme: light dark; --paper: #faf8f4; --sheet: #fff; --sunk: #f5f2ec; --ink: #17212b; --soft: #5b6875; --rule: #e4dfd5; --rule-strong: #b9b3a7; --stamp: #c8371b; --stamp-deep: #ad2d14; --on: #fff; --delivered: #1e7a4c; --waiting: #9a6a00; --shade: 0 12px 28px rgb(23 33 43 / .08) }
@media (prefers-color-scheme: dark) { :root { ${darkColours} } }
*, ::before, ::after { box-sizing: border-box }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 16px }
body { display: flex; flex-direction: column; min-height: 100vh; min-height: 100dvh; margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 'Instrument Sans', 'Instrument Fallback', 'PingFang SC', 'Noto Sans CJK SC', 'Noto Sans SC', 'Microsoft YaHei', system-ui, sans-serif; -webkit-font-smoothing: antialiased; overflow-wrap: anywhere }
:is(h1, h2, h3, p, ul, ol, dl, dd, figure, blockquote, pre, table) { margin: 0; padding: 0 }
:is(h1, h2, h3) { font-weight: 600; letter-spacing: -.02em; line-height: 1.2; text-wrap: balance }
:lang(zh) :is(h1, h2, h3) { letter-spacing: 0; word-break: keep-all }
h1 { font-size: clamp(2rem, 4.5vw, 3rem); letter-spacing: -.035em; line-height: 1.1 } :lang(zh) h1 { font-size: clamp(1.75rem, 4.5vw, 3rem); letter-spacing: 0; line-height: 1.2 } h2 { font-size: 1.5rem } h3 { font-size: 1.125rem }
:is(ul, ol) { list-style: none }
a { color: inherit; text-decoration-color: var(--rule-strong); text-underline-offset: 4px } a:hover { text-decoration-color: var(--stamp) }
:focus-visible { outline: 2px solid var(--stamp); outline-offset: 2px; border-radius: 3px } main:focus { outline: none }
img, svg { max-width: 100% } img { height: auto }
.mono { font-family: 'IBM Plex Mono', 'Plex Fallback', ui-monospace, Menlo, Consolas, 'PingFang SC', 'Noto Sans CJK SC', monospace; font-variant-numeric: tabular-nums }
.soft { color: var(--soft) } .small { font-size: .875rem }
.skip { position: absolute; left: 24px; top: -80px; z-index: 10; padding: 12px 16px; border-radius: 6px; background: var(--ink); color: var(--paper) } .skip:focus { top: 8px }
.bar { display: flex; align-items: center; gap: 24px; width: 100%; max-width: 1184px; margin: 0 auto; padding: 12px 24px }
.bar nav { position: relative; display: flex; flex: 1; align-items: center; gap: 4px } .grow { flex: 1 }
.brand { display: inline-flex; flex: none; align-items: center; gap: 12px; min-height: 44px; font-size: 1.125rem; font-weight: 600; letter-spacing: -.03em; text-decoration: none }
.tool { display: inline-flex; align-items: center; justify-content: center; min-width: 44px; min-height: 44px; padding: 0 12px; border: 0; border-radius: 6px; background: none; color: var(--soft); font: inherit; font-size: .9375rem; text-decoration: none; white-space: nowrap; cursor: pointer }
.tool:hover { background: color-mix(in srgb, var(--ink) 6%, transparent); color: var(--ink) } .tool.main { color: var(--ink); font-weight: 600 }
.menu-button::after { content: ''; width: 7px; height: 7px; margin: -3px 0 0 8px; border: solid currentcolor; border-width: 0 1.5px 1.5px 0; transform: rotate(45deg) }
#menu { position: absolute; inset: 64px auto auto max(24px, calc(50vw - 440px)); width: 280px; max-width: calc(100vw - 32px); margin: 0; padding: 8px; border: 1px solid var(--rule); border-radius: 6px; background: var(--sheet); color: var(--ink); box-shadow: var(--shade) }
#menu a { display: flex; align-items: center; min-height: 44px; padding: 0 12px; border-radius: 4px; text-decoration: none } #menu a:hover { background: var(--sunk) } #menu hr { margin: 8px 12px; border: 0; border-top: 1px dashed var(--rule-strong) }
@supports not selector(:popover-open) { #menu, .menu-button { display: none } }
.button { display: inline-flex; align-items: center; justify-content: center; min-height: 44px; padding: 8px 20px; border: 0; border-radius: 6px; background: var(--stamp); color: var(--on); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer } .button:hover { background: var(--stamp-deep) }
.button.quiet { background: none; box-shadow: inset 0 0 0 1px var(--rule-strong); color: var(--ink) } .button.quiet:hover { background: var(--sunk) }
.narrow-only, #menu .narrow-only { display: none }
main { flex: 1; width: 100%; max-width: 1184px; margin: 0 auto; padding: 24px 24px 72px }
.foot { width: 100%; max-width: 1184px; margin: 0 auto; padding: 24px; border-top: 1px solid var(--rule); color: var(--soft); font-size: .875rem }
.foot nav { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); gap: 16px 24px } .foot h2 { margin-bottom: 4px; color: var(--ink); font-size: .875rem; letter-spacing: 0 }
.foot a { display: inline-flex; align-items: center; min-height: 36px; text-decoration: none } .foot a:hover { text-decoration: underline } .foot p { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0 24px; margin-top: 16px }
.elsewhere { display: flex; flex-wrap: wrap; gap: 0 24px; margin-top: 16px }
@media (max-width: 720px) {
  .wide-only { display: none } .narrow-only { display: inline } #menu a.narrow-only { display: flex } #menu hr.narrow-only { display: block } .menu-button.narrow-only { display: inline-flex }
  .bar { padding: 8px 16px; gap: 8px } .bar nav { justify-content: flex-end } .grow { display: none } .menu-button { order: 2 } #menu { inset: 60px 16px auto auto }
  main { padding: 16px 16px 56px } .foot { padding: 24px 16px } .foot nav { grid-template-columns: repeat(2, minmax(0, 1fr)) } .foot a { min-height: 44px }
}
@media print { :root { --paper: #fff; --sheet: #fff; --sunk: #fff; --ink: #000; --soft: #444; --rule: #bbb; --rule-strong: #888; --stamp: #a02b14; --shade: none } .bar nav, .foot nav, .elsewhere, .skip { display: none } main { padding: 0 } .bar, .foot { padding-inline: 0 } .button { background: none; box-shadow: inset 0 0 0 1px var(--rule-strong); color: var(--ink) } }
`

/** For articles. */
export const proseStyles = `
.prose { max-width: 720px; margin: 0 auto } .prose > * + * { margin-top: 16px } .prose > * + h2 { margin-top: 40px } .prose > * + h3 { margin-top: 24px } .prose h1 + p { margin-top: 16px }
.prose ul { list-style: disc } .prose ol { list-style: decimal } .prose :is(ul, ol) { padding-inline-start: 1.4em } .prose li + li { margin-top: 8px }
.prose pre { padding: 12px 16px; overflow-x: auto; border: 1px solid var(--rule); border-radius: 6px; background: var(--sheet); font-size: .875rem } .prose code { font-family: 'IBM Plex Mono', 'Plex Fallback', ui-monospace, Menlo, Consolas, monospace; font-size: .9em }
.prose blockquote { padding-inline-start: 16px; border-inline-start: 2px solid var(--rule-strong); color: var(--soft) } .prose .scroll { overflow-x: auto }
.prose table { width: 100%; border-collapse: collapse; font-size: .9375rem } .prose :is(th, td) { padding: 8px 12px 8px 0; border-bottom: 1px solid var(--rule); text-align: start; vertical-align: top; overflow-wrap: break-word } .prose tr:has(> :nth-child(4)) > * { white-space: nowrap } .prose tr:has(> :nth-child(4)) > :first-child { min-width: 104px; white-space: normal }
`
