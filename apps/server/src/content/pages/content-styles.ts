/** Rules of the pages of articles, beside those of the shell of the public pages. */
export const contentStyles = `
.page-head { max-width: 720px; padding-top: 24px } .page-head p { margin-top: 12px; color: var(--soft) }
.crumb a { display: inline-flex; align-items: center; min-height: 44px; color: var(--soft); font-size: .875rem } .prose .crumb + h1 { margin-top: 0 }
.dated { color: var(--soft); font-size: .875rem }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(280px, 1fr)); gap: 24px; margin-top: 40px }
.cards a { display: flex; flex-direction: column; height: 100%; overflow: hidden; border: 1px solid var(--rule); border-radius: 6px; background: var(--sheet); text-decoration: none } .cards a:hover { border-color: var(--rule-strong) }
.cards h2 { font-size: 1.25rem } .cards .words { display: flex; flex: 1; flex-direction: column; gap: 8px; padding: 16px 24px 24px } .cards .dated { display: flex; gap: 16px; margin-top: auto; padding-top: 8px }
.cover { display: block; width: 100%; height: auto; background: var(--sunk) } .cards .cover { border-bottom: 1px dashed var(--rule-strong) } .prose .cover { border: 1px solid var(--rule); border-radius: 6px }
.find { display: flex; gap: 8px; max-width: 560px; margin-top: 24px } .find input { flex: 1; min-width: 0; min-height: 44px; padding: 0 12px; border: 1px solid var(--rule-strong); border-radius: 6px; background: var(--sheet); color: var(--ink); font: inherit }
.groups { display: grid; grid-template-columns: repeat(auto-fill, minmax(280px, 1fr)); gap: 40px 24px; margin-top: 40px } .groups h2 { margin-bottom: 8px; font-size: 1.125rem }
.groups a, .more li a { display: inline-flex; align-items: center; min-height: 44px; text-decoration: none } .groups a:hover, .more li a:hover { text-decoration: underline }
.found { max-width: 720px; margin-top: 40px } .found h2 { margin-bottom: 16px; font-size: 1.125rem } .found li { padding: 8px 0 16px; border-top: 1px solid var(--rule) } .found li a { display: inline-flex; align-items: center; min-height: 44px; font-weight: 600 }
.more { max-width: 720px; margin: 56px auto 0; padding-top: 24px; border-top: 1px dashed var(--rule-strong) } .more h2 { margin-bottom: 8px; font-size: 1.125rem } .more p { margin-top: 16px }
.prose .scroll table { overflow-wrap: normal }
.month { margin-top: 40px; padding-bottom: 16px } .update { max-width: 720px; padding: 24px 0; border-top: 1px solid var(--rule) } .update h3 { margin: 8px 0 }
.update .prose { max-width: none } .feed-link { margin-top: 12px } .feed-link a { display: inline-flex; align-items: center; min-height: 44px }
.tag { display: inline-block; margin-inline-end: 8px; padding: 0 8px; border: 1px solid currentcolor; border-radius: 3px; color: var(--delivered); font-size: .75rem; line-height: 1.5rem } .tag.improved { color: var(--waiting) } .tag.fixed { color: var(--soft) }
`
