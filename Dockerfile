# Parsec Post in a container: one image for every process; compose.yaml says which runs where.
FROM python:3.13-slim-bookworm AS build

WORKDIR /srv/parsec
COPY requirements.txt .
# What runs, without what tests and lints: the file names its own parts.
RUN sed '/^# --- Tests/,$d' requirements.txt > runtime.txt \
    && python -m venv .venv \
    && .venv/bin/pip install --no-cache-dir --disable-pip-version-check --only-binary :all: -r runtime.txt

FROM python:3.13-slim-bookworm

RUN useradd --system --uid 10001 --home-dir /srv/parsec --shell /usr/sbin/nologin parsec
WORKDIR /srv/parsec
COPY --from=build /srv/parsec/.venv .venv
COPY manage.py pyproject.toml LICENSE ./
COPY rules rules
COPY pbem pbem
COPY notifications notifications
RUN mkdir --mode=0700 var && chown parsec:parsec var \
    && .venv/bin/python -m compileall -q rules pbem notifications

ENV PATH=/srv/parsec/.venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PARSEC_ENV=production
USER parsec
VOLUME /srv/parsec/var
EXPOSE 8000 8024 8025
CMD ["waitress-serve", "--listen=0.0.0.0:8000", "--threads=8", "--connection-limit=500", "--channel-timeout=30", "--max-request-body-size=16777216", "pbem.wsgi:application"]
