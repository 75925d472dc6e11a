import type { EvidenceWords } from './en.ts'

export const evidence: EvidenceWords = {
  finished: {
    received: '已送达：对方设备已收到',
    'handed-over': '已交给您的代理服务器',
    'sent-by-proxy': '您的代理服务器已发出',
  },
  finishedSomehow: '已送达',
  kinds: {
    received: '对方设备已收到',
    'handed-over': '已交给您的代理服务器',
    'sent-by-proxy': '您的代理服务器已发出',
  },
  doubt: (size, isEnd) => (isEnd ? `最后 ${size} 存疑` : `${size} 存疑`),
  almost: (size, isEnd) => (isEnd ? `即将完成：最后 ${size} 存疑` : `即将完成：${size} 存疑`),
  arrived: '即将完成：内容已全部到达',
  besides: '，',
  finishedFor: (count, of) => (of === null ? `${count} 位收件人已完成` : `${of} 位收件人中 ${count} 位已完成`),
  help: (what) => `“${what}”是什么意思`,
  close: '关闭',
  explained: {
    received: '对方的设备已确认收到全部内容，并且正常结束了下载，说明程序已将其读完。',
    'handed-over':
      '一台代理服务器已接收全部内容：可能是 Waybill 前端的网页服务器，也可能是对方网络中的代理。之后的情况，这里无从得知。',
    'sent-by-proxy': 'Waybill 前端的网页服务器报告已将全部内容发出。这只是它的报告，这里没有收到对方设备的确认。',
  },
  stronger: '要确认对方设备是否收到，需要由 Waybill 直接提供 HTTPS，前面不再设置代理。可请本服务的运营方配置。',
  doubtExplained:
    '内容已全部到达，但连接中断时，还不能确定对方是否已读取这部分，之后也没有再次请求。其余部分视为送达，存疑之处会保留在记录中。',
  almostExplained:
    '内容已全部到达，但连接中断时，还不能确定对方是否已读取这部分。对方可能会再次请求；如果 1 分钟内没有，文件将视为送达，并注明存疑的大小。如果整个文件只通过一个连接传输，则需要对方重新下载。',
  arrivedExplained: '要等连接结束，才能知道对方是否已全部读取。',
  nobodyKnows: '是否有人看过文件，或程序是否保存了文件，无从得知。',
}
