// Browsers start no worker from a file. There the search runs in a frame.
if (location.protocol === "file:")
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      const inside = frame.contentWindow;
      inside.postMessage = data => this.dispatchEvent(new MessageEvent("message", { data }));
      const script = inside.document.createElement("script");
      script.src = url;
      this.loaded = new Promise(done => { script.onload = done; });
      inside.document.body.append(script);
      this.postMessage = data =>
        this.loaded.then(() => inside.dispatchEvent(new inside.MessageEvent("message", { data })));
    }
  };
