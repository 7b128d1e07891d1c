"""Draws the icons of the installed app from our logo: `python tools/icons.py`, into static/icons/."""

from pathlib import Path

from pictures import CHROMIUM, with_palette
from playwright.sync_api import sync_playwright

STATIC = Path(__file__).resolve().parents[1] / "static"
ICONS = {  # how much of each side the logo takes; of a maskable one, a phone shows as little as the inner circle
    "any-192": 0.8,
    "any-512": 0.8,
    "maskable-192": 0.58,
    "maskable-512": 0.58,
    "apple-180": 0.72,
}
CLOTH = "#c8321f"
LARGEST = 12_000  # bytes


def page_of(logo, side, share):
    style = f"margin: 0; display: grid; place-content: center; height: 100vh; background: {CLOTH}"
    sized = logo.replace("<svg ", f'<svg width="{side * share}" height="{side * share}" ')
    return f'<body style="{style}">{sized}</body>'


def main():
    logo = (STATIC / "logo.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name, share in ICONS.items():
            side = int(name.rpartition("-")[2])
            page = browser.new_page(viewport={"width": side, "height": side})
            page.set_content(page_of(logo, side, share))
            path = STATIC / "icons" / f"{name}.png"
            path.write_bytes(with_palette(page.screenshot()))
            print(f"{path.name}: {path.stat().st_size:,} bytes")
            assert path.stat().st_size <= LARGEST, f"{path} is too large"
        browser.close()


if __name__ == "__main__":
    main()
