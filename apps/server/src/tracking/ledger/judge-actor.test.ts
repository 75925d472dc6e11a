import { describe, expect, it } from 'vitest'
import { deviceName } from '../../platform/http/device-name.ts'
import { type Evidence, judgeActor } from './judge-actor.ts'

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36'
const headless = chrome.replace('Chrome/', 'HeadlessChrome/')
const browser = { 'user-agent': chrome, accept: 'text/html', 'accept-language': 'en' }
const person: Evidence = { act: 'page', method: 'GET', headers: browser, ip: '81.2.69.160', secondsSinceSent: 600 }
const withAgent = (agent: string, act: Evidence['act'] = 'page'): Evidence => ({
  ...person,
  act,
  headers: { ...browser, 'user-agent': agent },
})

describe('judgeActor', () => {
  it.each<[string, Evidence, string | null]>([
    ['a browser', person, null],
    ['a browser, link transfer', { ...person, secondsSinceSent: null }, null],
    ['HEAD', { ...person, method: 'HEAD' }, 'head-request'],
    ['HEAD of a file', { ...person, act: 'download', method: 'HEAD' }, 'head-request'],
    ['prefetch', { ...person, headers: { ...browser, 'sec-purpose': 'prefetch;prerender' } }, 'prefetch'],
    ['old prefetch', { ...person, headers: { ...browser, purpose: 'prefetch' } }, 'prefetch'],
    ['Safari preview', { ...person, headers: { ...browser, 'x-purpose': 'preview' } }, 'prefetch'],
    ['prefetch of a file', { ...person, act: 'download', headers: { ...browser, 'x-moz': 'prefetch' } }, 'prefetch'],
    ['Slack', withAgent('Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'), 'link-preview'],
    ['Facebook', withAgent('facebookexternalhit/1.1', 'opened'), 'link-preview'],
    ['WhatsApp', withAgent('WhatsApp/2.23.20.0'), 'link-preview'],
    ['WeChat, where people read', withAgent(`${chrome} MicroMessenger/8.0.49`), null],
    ['Barracuda', withAgent('Mozilla/5.0 (compatible; Barracuda Sentinel)'), 'mail-scanner'],
    ['Barracuda that downloads', withAgent('BarracudaCentral', 'download'), 'mail-scanner'],
    ['Outlook', withAgent('ms-office; MSOffice 16'), 'mail-scanner'],
    ['Googlebot', withAgent('Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'), 'crawler'],
    ['a crawler that downloads', withAgent('AhrefsBot/7.0', 'download'), 'crawler'],
    ['curl reading a page', withAgent('curl/8.5.0'), 'tool'],
    ['curl with a grant', withAgent('curl/8.5.0', 'download'), null],
    ['wget with a grant', withAgent('Wget/1.21.3', 'download'), null],
    ['aria2 with a grant', withAgent('aria2/1.36.0', 'download'), null],
    ['PowerShell with a grant', withAgent('PowerShell/7.4', 'download'), null],
    ...[
      'GStreamer souphttpsrc 1.22.0 libsoup/3.2.2',
      'Lavf/60.3.100',
      'mpv 0.37.0',
      'Kodi/20.2',
      'ExoPlayerLib/2.18',
      'NSPlayer/12.00',
      'Transmission/3.0',
      'Download Master',
      'com.apple.WebKit.Networking',
      'Mozilla/5.0 (Linux; Android 10; CUBOT X30) AppleWebKit/537.36 Chrome/120.0.0.0 Mobile Safari/537.36',
    ].map((agent): [string, Evidence, null] => [`${agent} with a grant`, withAgent(agent, 'download'), null]),
    ...['CCBot/2.0', 'Sogou web spider/4.0', 'ia_archiver', 'Feeds/1 (+https://feeds.example/about)', 'Site_bot_2'].map(
      (agent): [string, Evidence, string] => [`${agent} that downloads`, withAgent(agent, 'download'), 'crawler'],
    ),
    ['no agent with a grant', withAgent('', 'download'), null],
    ['no agent', withAgent(''), 'no-browser'],
    ['no language', { ...person, headers: { 'user-agent': chrome, accept: '*/*' } }, 'no-browser'],
    ['a driven browser looking', withAgent(headless), 'crawler'],
    ['a driven browser that shows the page', withAgent(headless, 'opened'), 'crawler'],
    ['a program that says it shows the page', withAgent('curl/8.5.0', 'opened'), 'tool'],
    ['a gateway that shows the page', { ...person, act: 'opened', ip: '104.47.1.2' }, 'scanner-network'],
    ['a gateway that stays', { ...person, act: 'opened', ip: '104.47.1.2', hasStayed: true }, 'scanner-network'],
    ['seconds after sending, shown', { ...person, act: 'opened', secondsSinceSent: 3.5 }, 'right-after-sending'],
    ['seconds after sending, and stays', { ...person, act: 'opened', secondsSinceSent: 3.5, hasStayed: true }, null],
    ['a driven browser that clicks', withAgent(headless, 'download'), null],
    ['a gateway with a browser name', { ...person, ip: '104.47.1.2' }, 'scanner-network'],
    ['the same address downloading', { ...person, act: 'download', ip: '104.47.1.2' }, null],
    ['a mapped address', { ...person, ip: '::ffff:66.249.80.1' }, 'scanner-network'],
    ['seconds after sending', { ...person, secondsSinceSent: 2 }, 'right-after-sending'],
    ['seconds after sending, with a click', { ...person, act: 'download', secondsSinceSent: 2 }, null],
  ])('%s', (_name, evidence, reason) => {
    expect(judgeActor(evidence)).toEqual(
      reason === null ? { actorKind: 'human', reason } : { actorKind: 'bot', reason },
    )
  })
})

describe('deviceName', () => {
  it.each([
    [chrome, 'Chrome on Windows'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.49',
      'WeChat on iOS',
    ],
    ['ida@rao-forge.example/1.0 (x)', 'idarao-forge.example'],
    ['curl/8.5.0', 'curl'],
    ['Wget/1.21.3', 'Wget'],
    ['python-requests/2.31', 'python-requests'],
    ['', null],
    [undefined, null],
    ['Mozilla/5.0', null],
    [`${'x'.repeat(20)}\n${'y'.repeat(100_000)}`, 'x'.repeat(20)],
  ])('%s', (agent, name) => {
    expect(deviceName(agent)).toBe(name)
  })
})
