-- Page views of many visitors for wrk: load.lua -- <path> <website id> <items per request>
-- Requests are made beforehand, so that wrk itself costs as little as possible. Prints one line of
-- JSON at the end; times are in microseconds.

local visitors = 5000
local pages = 1000

local function view(website, n)
  return string.format(
    '{"type":"event","payload":{"website":"%s","hostname":"shop.example","language":"en-US",' ..
      '"screen":"1920x1080","title":"Shoes and more","url":"https://shop.example/shoes/%d' ..
      '?utm_source=mail","referrer":"https://www.google.com/search?q=shoes"}}',
    website, n % pages)
end

function init(args)
  local path, website, items = args[1], args[2], tonumber(args[3])
  requests = {}
  for n = 1, visitors do
    local body = view(website, n)
    if items > 1 then
      local views = {}
      for item = 1, items do views[item] = view(website, n + item) end
      body = '[' .. table.concat(views, ',') .. ']'
    end
    requests[n] = wrk.format('POST', path, {
      ['Host'] = 'localhost',
      ['Content-Type'] = 'application/json',
      ['User-Agent'] = 'Mozilla/5.0 (X11; Linux x86_64; rv:' .. (100 + n % 40) ..
        '.0) Gecko/20100101 Firefox/' .. (100 + n % 40) .. '.0',
      ['X-Forwarded-For'] = (20 + n % 180) .. '.' .. math.floor(n / 256) .. '.' .. n % 256 .. '.7',
    }, body)
    if items > 1 and n == 200 then break end
  end
  sent = 0
end

function request()
  sent = sent + 1
  return requests[sent % #requests + 1]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"seconds":%f,"failed":%d,"p50":%d,"p99":%d,"max":%d}\n',
    summary.requests, summary.duration / 1e6,
    errors.status + errors.connect + errors.read + errors.write + errors.timeout,
    latency:percentile(50), latency:percentile(99), latency.max))
end
